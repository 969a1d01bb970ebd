/** Where the cursor goes after a verdict: to the next card, or behind the last one, where a key judges nothing. */
export const afterVerdict = (at: number, cards: number): number => Math.min(at + 1, cards)

/** The card that moving keys lead to: always one that is there. */
export const onCards = (to: number, cards: number): number => Math.max(0, Math.min(cards - 1, to))
