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
export function useConnection(): Connection {
  const { connected } = useSyncExternalStore(onTraffic, currentTraffic)
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const [server, setServer] = useState<Connection>('connected')
  useEffect(
    () =>
      host.app.onServer(({ state }) =>
        setServer(state === 'ready' ? 'connected' : state === 'starting' ? 'waiting' : 'lost'),
      ),
    [],
  )
  const state = server !== 'connected' ? server : connected && isOnline ? 'connected' : 'lost'
  useReturn(state)
  return state
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

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
