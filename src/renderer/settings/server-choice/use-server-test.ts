import { useRef, useState } from 'react'
import type { ServerTest } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { host } from '../../host/host.ts'
import type { ServerDraft } from './server-draft.ts'

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
