import { useEffect, useState } from 'react'
import { useSay } from '../actions/say.ts'
import { api } from '../api/client.ts'

interface RequestCode {
  /** Asks for a code by mail; true once it is on its way, or would be: who has an account is not told. */
  request: (email: string) => Promise<boolean>
  isSending: boolean
  problem: string | null
  /** Seconds until another may be asked for. */
  waitSeconds: number
  /** How long a code is good, in whole minutes. */
  goodForMinutes: number
}

export type CodePurpose = 'sign_in' | 'reset_password'

export function useRequestCode(purpose: CodePurpose): RequestCode {
  const say = useSay()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [goodForMinutes, setGoodFor] = useState(5)
  const [waitSeconds, startWait] = useCountdown()
  const request = async (email: string) => {
    setSending(true)
    setProblem(null)
    try {
      const { data } = await api.auth.requestOtp({ email: email.trim(), purpose })
      setGoodFor(Math.round(data.expires_in_seconds / 60))
      startWait(data.retry_after_seconds)
      return true
    } catch (failure) {
      setProblem(say.problem(failure))
      return false
    } finally {
      setSending(false)
    }
  }
  return { request, isSending, problem, waitSeconds, goodForMinutes }
}

/** Seconds left, by the clock: a page that slept in the background goes on where it should be. */
function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const isRunning = end > now
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return [Math.max(0, Math.ceil((end - now) / 1000)), start]
}
