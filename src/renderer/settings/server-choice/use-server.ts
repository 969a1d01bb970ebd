import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ServerChoice, ServerTest } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { host } from '../../host/host.ts'
import type { ServerDraft } from './server-draft.ts'

/** Which server the app uses, and whether the settings may change that. */
export function useServer() {
  return useQuery({
    queryKey: ['server-choice'],
    queryFn: async () => {
      const [choice, { isServerFixed }] = await Promise.all([host.settings.server(), host.app.info()])
      return { choice, isFixed: isServerFixed }
    },
    gcTime: 0,
  })
}

interface ServerTesting {
  isTesting: boolean
  /** Asks the address that is typed; gives the draft with the outcome, or null where it was changed meanwhile. */
  run: (draft: ServerDraft) => Promise<ServerDraft | null>
  /** The address was changed: an answer that is still to come is for another one. */
  forget: () => void
}

/** Asks an address whether a server of ours answers there. */
export function useServerTest(): ServerTesting {
  const say = useSay()
  const [isTesting, setTesting] = useState(false)
  const last = useRef(0)
  const run = async (draft: ServerDraft) => {
    const mine = ++last.current
    setTesting(true)
    const test = await host.settings
      .testServer(draft.typed.trim())
      .catch((failure: unknown): ServerTest => ({ answers: false, problem: say.problem(failure) }))
    if (mine !== last.current) return null
    setTesting(false)
    return { ...draft, test }
  }
  const forget = () => {
    last.current += 1
    setTesting(false)
  }
  return { isTesting, run, forget }
}

/**
 * Saves the choice and starts the app anew. The app asks first, in a window of its own; false where the user did not want it.
 * Throws where it was refused; otherwise the app goes down with this page.
 */
export function restartWith(choice: ServerChoice): Promise<boolean> {
  // biome-ignore lint/correctness/useHookAtTopLevel: a command of the bridge, no hook
  return host.settings.useServer(choice)
}
