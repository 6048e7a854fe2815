/** The terms of the game, each in a sentence. */

import { deck, t } from '$lib/i18n.svelte';

export interface Term {
  /** Of the anchor, the same in all languages. */
  id: string;
  word: string;
  meaning: string;
}

/** Ranks that German cards have instead of the French ones. */
const GERMAN_RANKS = {
  queen: 'Ober',
  jack: 'Unter',
  Ass: 'Sau',
  Dame: 'Ober',
  Bub: 'Unter',
} as const;

/** All terms in the language and for the deck of the moment, in the order of the alphabet. */
export function glossary(language: string): Term[] {
  const german = deck() === 'german';
  return terms()
    .map((term) => (german ? { ...term, meaning: withGermanRanks(term.meaning) } : term))
    .sort((one, other) => one.word.localeCompare(other.word, language));
}

/** “king and queen” → “king and Ober”. */
export function withGermanRanks(text: string): string {
  return text.replace(
    /\b(queen|jack|Ass|Dame|Bub)\b/g,
    (rank) => GERMAN_RANKS[rank as keyof typeof GERMAN_RANKS],
  );
}

function terms(): Term[] {
  return [
    {
      id: 'announce',
      word: t('Announcing'),
      meaning: t(
        'On lead you show king and queen of one suit: 20 card points, or 40 in trumps. Then you lead one of the two.',
      ),
    },
    {
      id: 'bummerl',
      word: t('Bummerl'),
      meaning: t(
        'Both count down from seven; whoever is at zero first has won, and the other gets a Bummerl, the thick dot on the slate.',
      ),
    },
    {
      id: 'card-points',
      word: t('Card points'),
      meaning: t(
        'What the cards in your tricks are worth: ace 11, ten 10, king 4, queen 3, jack 2. You need 66.',
      ),
    },
    {
      id: 'close',
      word: t('Closing'),
      meaning: t(
        'On lead you turn the trump card face down: nobody draws any more, suit must be followed, and you promise to reach 66.',
      ),
    },
    {
      id: 'dealer',
      word: t('Dealer'),
      meaning: t('Deals the cards and answers the first lead; the deal changes hands every time.'),
    },
    {
      id: 'exchange',
      word: t('Exchanging'),
      meaning: t(
        'On lead the lowest trump may be swapped for the turned-up card: the jack in Schnapsen, the nine in 66.',
      ),
    },
    {
      id: 'forehand',
      word: t('Forehand'),
      meaning: t('The player who does not deal; leads to the first trick.'),
    },
    {
      id: 'game-points',
      word: t('Game points'),
      meaning: t(
        'What a won deal takes off your seven: 1, or 2 if the other has fewer than 33 card points, or 3 if they have no trick.',
      ),
    },
    {
      id: 'lead',
      word: t('On lead'),
      meaning: t('You play the first card of the trick. Whoever won the last one is.'),
    },
    {
      id: 'last-trick',
      word: t('Last trick'),
      meaning: t(
        'In Schnapsen it wins the deal if nobody has gone out or closed; in 66 it brings ten card points.',
      ),
    },
    {
      id: 'match',
      word: t('Match'),
      meaning: t('As many Bummerls as were agreed before the first deal.'),
    },
    {
      id: 'out',
      word: t('Going out'),
      meaning: t(
        'You say that you have 66, and the deal is over. If it is not true, the other scores.',
      ),
    },
    {
      id: 'renonce',
      word: t('Renonce'),
      meaning: t(
        'Playing a card that is not allowed. At a real table it costs the deal and three game points.',
      ),
    },
    {
      id: 'schneider',
      word: t('Schneider'),
      meaning: t(
        'Who loses a Bummerl without having scored at all; under many rules it counts double.',
      ),
    },
    {
      id: 'strict',
      word: t('Strict play'),
      meaning: t(
        'Once the talon is closed or used up: follow suit, with a higher card if you can; without the suit, trump.',
      ),
    },
    {
      id: 'talon',
      word: t('Talon'),
      meaning: t('The cards left after dealing, with the turned-up trump card lying under them.'),
    },
    {
      id: 'trick',
      word: t('Trick'),
      meaning: t(
        'A card of each; the higher trump takes both, without trump the higher card of the suit led.',
      ),
    },
    {
      id: 'trump',
      word: t('Trump'),
      meaning: t('The suit of the turned-up card; it beats all other suits for the whole deal.'),
    },
  ];
}
