import type { ServerState } from '../shared/bridge.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

/** Where the server answers now. Asking while it starts waits; asking while it is down throws. */
export interface ServerLink {
  url(): Promise<string>
  origin(): string | null
  state(): ServerState
  /** Why it is down, or why its last start failed; null once it answers. */
  problem(): string | null
  change(state: ServerState, url: string | null): void
}

export function serverLink(say: Say): ServerLink {
  let now: ServerState = { state: 'starting' }
  let address: string | null = null
  let problem: string | null = null
  let waiting: (() => void)[] = []
  const settled = async () => {
    while (now.state === 'starting') await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return {
    state: () => now,
    problem: () => problem,
    origin: () => (address === null ? null : new URL(address).origin),
    async url() {
      await settled()
      if (address !== null && now.state === 'ready') return address
      throw new Problem('unreachable', now.problem ?? say('The server cannot be reached. Check the connection.'))
    },
    change(state, url) {
      now = state
      // While it is tried again the reason still stands.
      if (state.state !== 'starting') problem = state.problem ?? null
      if (url !== null) address = url
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
  }
}
