import { useSyncExternalStore } from 'react'

/** As wide as a phone: frame.css says the same width. */
const phone = globalThis.matchMedia?.('(max-width: 640px)')

const subscribe = (listen: () => void) => {
  phone?.addEventListener('change', listen)
  return () => phone?.removeEventListener('change', listen)
}

/** Whether the window is as narrow as a phone's, where what stands side by side elsewhere stands below each other. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone?.matches ?? false)
}
