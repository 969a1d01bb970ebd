import { z } from 'zod'
import type { Bridge, ServerChoice } from '../shared/bridge.ts'
import { type Kept, kept } from './kept.ts'
import { Problem } from './problem.ts'
import type { ServerPlace } from './server-address.ts'
import { tryServer } from './server-trial.ts'
import type { Say } from './words.ts'

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({ kind: z.literal('company'), url: z.string() }),
])

export function openServerChoice(): Kept<ServerChoice> {
  return kept<ServerChoice>('server', shape, { kind: 'embedded' })
}

interface Parts {
  place: ServerPlace
  choice: Kept<ServerChoice>
  say: Say
  /** Why the server may not be left now, in words; null when it may. */
  busy(): string | null
  endSession(): void
  /** Starts the app anew, in peace. */
  restart(): void
}

/** Which server the app uses, as the settings choose it. */
export function serverChoice({
  place,
  choice,
  say,
  busy,
  endSession,
  restart,
}: Parts): Pick<Bridge['settings'], 'server' | 'testServer' | 'useServer'> {
  const now: ServerChoice = place.kind === 'remote' ? { kind: 'company', url: place.url } : { kind: 'embedded' }
  return {
    server: async () => now,
    testServer: (url) => tryServer(url, say),
    async useServer(wanted) {
      if (place.isFixed) throw new Problem('refused', say('The server of this app is set by its administrator.'))
      const next = wanted.kind === 'embedded' ? wanted : await tested(wanted.url, say)
      if (isSame(now, next)) return
      const reason = busy()
      if (reason !== null) throw new Problem('refused', reason)
      choice.set(next)
      endSession()
      // After the page has heard that it was done.
      setTimeout(restart, 200)
    },
  }
}

async function tested(typed: string, say: Say): Promise<ServerChoice> {
  const found = await tryServer(typed, say)
  if (!found.answers) throw new Problem('unreachable', found.problem)
  return { kind: 'company', url: found.url }
}

function isSame(one: ServerChoice, other: ServerChoice): boolean {
  return one.kind === 'company' ? other.kind === 'company' && one.url === other.url : other.kind === 'embedded'
}
