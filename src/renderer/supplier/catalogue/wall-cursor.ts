/** Where the cursor goes after a verdict: to the next card, or behind the last one, where a key judges nothing. */
export const afterVerdict = (at: number, cards: number): number => Math.min(at + 1, cards)

/** The card that moving keys lead to: always one that is there. */
export const onCards = (to: number, cards: number): number => Math.max(0, Math.min(cards - 1, to))

/** Keys struck behind the last card while the next ones are on their way. */
export interface Struck {
  /** Verdicts, one for each card to come. */
  passes: number
  /** Another key followed them, which nothing can be kept of: later ones would land on a card too early. */
  isClosed: boolean
}

export const noneStruck: Struck = { passes: 0, isClosed: false }

/** Keeps a verdict for the card that comes; null where the key is not kept. */
export function strike(now: Struck, deed: string): Struck | null {
  if (deed === 'undo' && now.passes > 0) return { passes: now.passes - 1, isClosed: false }
  return deed === 'pass' && !now.isClosed ? { ...now, passes: now.passes + 1 } : null
}

export const closed = (now: Struck): Struck => (now.passes > 0 ? { ...now, isClosed: true } : now)

/**
 * Gives the kept verdicts to the cards that came, from the cursor on; what more cards are to come for is kept on. `pass` says
 * whether the cursor goes on; one without a way to pass takes its verdict and the cursor stays, as it does when it is struck there.
 */
export function giveStruck<Card>(
  cards: readonly Card[],
  at: number,
  { passes, isClosed }: Struck,
  pass: (card: Card) => boolean,
): { at: number; left: Struck } {
  let [place, left] = [at, passes]
  for (let card = cards[place]; card !== undefined && left > 0; card = cards[place]) {
    left -= 1
    if (pass(card)) place += 1
  }
  return { at: place, left: { passes: left, isClosed: isClosed && left > 0 } }
}
