import { isLocked, type UserRow, userState, userStates } from '../../../shared/areas/people/lists.ts'
import type { Tone } from '../../../shared/kernel/area.ts'

export { isLocked, type UserRow }

const tones: Record<keyof typeof userStates, Tone> = {
  active: 'good',
  inactive: 'neutral',
  locked: 'bad',
  firstPassword: 'warn',
}

/** Whether this account can be signed in to, at this moment; `word` is English, and the key of its translation. */
export function userStatus(user: Parameters<typeof userState>[0]): { word: string; tone: Tone } {
  const state = userState(user)
  return { word: userStates[state], tone: tones[state] }
}
