import { describe, expect, it } from 'vitest';
import { FIRST_CHOICE, orderOf, readChoice } from './choice';

describe('readChoice', () => {
  it('gives back what was kept', () => {
    const choice = { ...FIRST_CHOICE, opponent: 'master', rules: '66', match: 3, control: '6+4' };
    expect(readChoice(JSON.stringify(choice))).toEqual(choice);
  });

  it.each([null, '', 'null', '7', '[]', '{"opponent":"god","match":99,"control":"1+1"}'])(
    'makes a sensible choice of %s',
    (text) => expect(readChoice(text)).toEqual(FIRST_CHOICE),
  );
});

describe('orderOf', () => {
  it('seats a bot, with practice', () => {
    const choice = { ...FIRST_CHOICE, opponent: 'expert', practice: true } as const;
    expect(orderOf(choice, 2, true)).toEqual({
      path: '/api/tables',
      body: {
        opponent: 'bot:expert',
        rules: 'soft',
        match: 2,
        control: 'none',
        practice: true,
      },
    });
  });

  it('never practises with a friend', () => {
    const choice = { ...FIRST_CHOICE, opponent: 'friend', practice: true, match: 5 } as const;
    expect(orderOf(choice, 2, true).body).toMatchObject({
      opponent: 'friend',
      practice: false,
      match: 5,
    });
  });

  it('opens a seek for anyone', () => {
    const order = orderOf(
      { ...FIRST_CHOICE, opponent: 'open', rated: false, control: '3+2' },
      1,
      true,
    );
    expect(order).toEqual({
      path: '/api/seeks',
      body: { rules: 'soft', match: 1, control: '3+2', rated: false },
    });
  });

  it('rates only people with an account', () => {
    const choice = { ...FIRST_CHOICE, opponent: 'open', rated: true } as const;
    expect(orderOf(choice, 1, true).body).toMatchObject({ rated: true });
    expect(orderOf(choice, 1, false).body).toMatchObject({ rated: false });
  });
});
