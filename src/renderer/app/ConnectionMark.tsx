import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { currentTraffic, onTraffic } from '../api/in-flight.ts'
import { host } from '../host/host.ts'

type State = 'connected' | 'waiting' | 'lost'

/** Whether the server answers: by the last request, the machine's own network, and the app's own server where there is one. */
export function ConnectionMark() {
  const { t } = useTranslation()
  const state = useConnection()
  const words = { connected: t('Connected'), waiting: t('The server is starting'), lost: t('No connection') }
  return (
    <span className="connection" data-state={state} role="status" title={words[state]}>
      <span className={state === 'connected' ? 'sr-only' : ''}>{words[state]}</span>
    </span>
  )
}

function useConnection(): State {
  const { connected } = useSyncExternalStore(onTraffic, currentTraffic)
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const [server, setServer] = useState<State>('connected')
  useEffect(
    () =>
      host.app.onServer(({ state }) =>
        setServer(state === 'ready' ? 'connected' : state === 'starting' ? 'waiting' : 'lost'),
      ),
    [],
  )
  if (server !== 'connected') return server
  return connected && isOnline ? 'connected' : 'lost'
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
