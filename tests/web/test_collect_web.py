"""Finding messages in TypeScript and Svelte."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.collect import TemplateError
from tools.collect_web import collect_web, messages

SVELTE = """
<script lang="ts">
  import { t, tn } from '$lib/i18n.svelte';
  // t('only a remark')
  /** t('nor this') */
  const label = $derived(t("It's your turn"));
  const many = $derived(tn('{n} card', "{n} cards", n, { n }));
</script>
<!-- t('not this') -->
<p title={t('Don\\'t \\u2026 wait')}>It's here: {t(
  'one ' + "two " +
    `three`,
)}</p>
{#if at(1)}{list.t('no')}{format('no')}{/if}
<p>{ok ? t('yes') : t('no, {name}', { name })}</p>
"""


def test_finds_the_strings_of_calls_and_nothing_else() -> None:
    assert list(messages(SVELTE)) == [
        "It's your turn",
        ("{n} card", "{n} cards"),
        "Don't … wait",
        "one two three",
        "yes",
        "no, {name}",
    ]


def test_the_functions_themselves_are_no_calls() -> None:
    assert list(messages("export function t(text: string) {}\nfunction tn(one, many) {}")) == []


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("t(text)", "source, line 1: a message must be a plain string"),
        ("\n\nt(`{n} ${word}`)", "source, line 3: a message must be a plain string"),
        ("t(a ? 'b' : 'c')", "line 1: a message must be a plain string"),
        ("t('a' + b)", "line 1: a message must be a plain string"),
        ("t('a'[0])", "line 1: a message must be a plain string"),
        ("// t(x)\n tn('a', n)", "line 2: a message must be a plain string"),
        ("tn('{n} card')", "line 1: tn needs singular and plural"),
    ],
)
def test_what_cannot_be_collected_is_told_with_its_line(source: str, why: str) -> None:
    with pytest.raises(TemplateError, match=why):
        list(messages(source))


def test_tests_and_generated_files_are_left_out(tmp_path: Path) -> None:
    sources = tmp_path / "web" / "src"
    for name in ("a.ts", "pages/b.svelte", "a.test.ts", "generated/c.ts"):
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_text("t('hello')", encoding="utf-8")
    assert collect_web(sources) == {"hello": ["web/src/a.ts", "web/src/pages/b.svelte"]}
