import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ServerChoice } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { host } from '../../host/host.ts'
import { restartWith } from '../server-choice/restart-with.ts'
import { forgetSetUp, keepSetUp, needsSetUpAtom, readSetUp, type SetUpDraft } from './set-up.ts'

export interface SetUp {
  draft: SetUpDraft
  change: (part: Partial<SetUpDraft>) => void
  /** Ends the wizard; with another server the app starts anew. */
  finish: (server: ServerChoice | null) => Promise<void>
  isEnding: boolean
  problem: string | null
}

/** What the wizard has gathered, and its end. */
export function useSetUp(): SetUp {
  const say = useSay()
  const setNeeds = useSetAtom(needsSetUpAtom)
  const [draft, setDraft] = useState(readSetUp)
  const [isEnding, setEnding] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (part: Partial<SetUpDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepSetUp(next)
    setProblem(null)
  }
  const finish = async (server: ServerChoice | null) => {
    setEnding(true)
    setProblem(null)
    try {
      await host.settings.set({ isSetUp: true })
      if (server) await restartWith(server)
      forgetSetUp()
      setNeeds(false)
    } catch (failure) {
      setProblem(say.problem(failure))
      // Nothing was chosen: the next start asks again.
      await host.settings.set({ isSetUp: false }).catch(() => undefined)
    } finally {
      setEnding(false)
    }
  }
  return { draft, change, finish, isEnding, problem }
}
