import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { askWhetherAlive } from '../api/alive.ts'
import { currentTraffic, onTraffic } from '../api/in-flight.ts'
import { host } from '../host/host.ts'
import { queryClient } from './query-client.ts'

export type Connection = 'connected' | 'waiting' | 'lost'

/** Between two questions to a server that did not answer. */
const everyMillis = 5_000

/**
 * Whether the server answers: by the last request, the machine's own network, and the app's own server where there is one.
 * While it does not, it is asked now and then; once it does again, what is on screen is loaded anew.
 */
export function useConnection(): { state: Connection; problem: string | null } {
  const connected = useSyncExternalStore(onTraffic, isConnected)
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const { server, problem } = useOwnServer()
  const state = server !== 'connected' ? server : connected && isOnline ? 'connected' : 'lost'
  useReturn(state)
  return { state, problem }
}

/** The server in the app: how it fares, and after a crash why, in main's words, until it answers again. */
function useOwnServer(): { server: Connection; problem: string | null } {
  const [own, setOwn] = useState<{ server: Connection; problem: string | null }>({ server: 'connected', problem: null })
  useEffect(
    () =>
      host.app.onServer(({ state, problem }) => {
        const server = state === 'ready' ? 'connected' : state === 'starting' ? 'waiting' : 'lost'
        setOwn((before) => ({ server, problem: state === 'ready' ? null : (problem ?? before.problem) }))
      }),
    [],
  )
  return own
}

function useReturn(state: Connection): void {
  const before = useRef(state)
  useEffect(() => {
    const isBack = before.current !== 'connected' && state === 'connected'
    before.current = state
    if (isBack) void queryClient.invalidateQueries()
    if (state !== 'lost') return
    const timer = setInterval(() => void askWhetherAlive(), everyMillis)
    return () => clearInterval(timer)
  }, [state])
}

const isConnected = () => currentTraffic().connected

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
