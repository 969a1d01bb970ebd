import { atom, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ServerChoice } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { host, isDesktop } from '../../host/host.ts'
import { store } from '../../theme/theme.tsx'
import { isServerDraft, type ServerDraft } from '../server-choice/server-draft.ts'
import { restartWith } from '../server-choice/use-server.ts'

/** While true the wizard stands before everything else. */
export const needsSetUpAtom = atom(false)

/** Asks whether this computer was set up. Whoever is signed in already works here: nobody asks them. */
export async function findWhetherSetUp(isSignedIn: boolean): Promise<void> {
  if (!isDesktop) return
  const { isSetUp } = await host.settings.get()
  if (isSetUp) return
  if (isSignedIn) await host.settings.set({ isSetUp: true })
  else store.set(needsSetUpAtom, true)
}

export const steps = ['language', 'server', 'printers', 'done'] as const

export type Step = (typeof steps)[number]

export interface SetUpDraft {
  step: Step
  /** null until something was entered: then the server of now. */
  server: ServerDraft | null
}

const savedKey = 'selvedge.firstStart'

/** Where the wizard was left: closing the app in the middle of it loses nothing. */
export function readSetUp(): SetUpDraft {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(savedKey) ?? 'null')
    if (typeof saved === 'object' && saved !== null && 'step' in saved && 'server' in saved) {
      const server = isServerDraft(saved.server) ? { ...saved.server, test: null } : null
      // What was tested then may be gone by now: an address is tested again.
      const step = steps.find((one) => one === saved.step) ?? 'language'
      return { server, step: server?.kind === 'company' && step !== 'language' ? 'server' : step }
    }
  } catch {
    // Cut short: the wizard begins at its beginning.
  }
  return { step: 'language', server: null }
}

export function keepSetUp(draft: SetUpDraft): void {
  localStorage.setItem(savedKey, JSON.stringify(draft))
}

export function forgetSetUp(): void {
  localStorage.removeItem(savedKey)
}

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
      if (server && !(await restartWith(server))) {
        // Asked again by the app, and not wanted after all.
        await host.settings.set({ isSetUp: false })
        return
      }
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
