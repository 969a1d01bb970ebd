import { useState } from 'react'
import { problemOf, useSay } from '../../../actions/say.ts'
import { showFailure } from '../../../actions/show-failure.ts'
import { useWords } from '../../../table/words.ts'

/** Something asked of the server before a dialog can open: undefined when it failed, and the user has been told. */
export function useLoading(): { run: <R>(work: () => Promise<R>) => Promise<R | undefined>; isRunning: boolean } {
  const { t } = useWords()
  const say = useSay()
  const [isRunning, setRunning] = useState(false)
  const run = async <R>(work: () => Promise<R>): Promise<R | undefined> => {
    setRunning(true)
    try {
      return await work()
    } catch (failure) {
      showFailure(problemOf(failure), { say, t })
      return undefined
    } finally {
      setRunning(false)
    }
  }
  return { run, isRunning }
}
