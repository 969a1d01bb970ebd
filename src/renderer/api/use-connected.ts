import { useSyncExternalStore } from 'react'
import { currentTraffic, onTraffic } from './send.ts'

/** Whether the last call was answered and this machine has a network. */
export function useIsConnected(): boolean {
  const connected = useSyncExternalStore(onTraffic, () => currentTraffic().connected)
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine)
  return connected && isOnline
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
