import { useSyncExternalStore } from 'react'
import { currentTraffic, onTraffic } from '../api/in-flight.ts'

/** The one sign that requests are in flight; the words for it are in the screens themselves. */
export function LoaderBar() {
  const { inFlight } = useSyncExternalStore(onTraffic, currentTraffic)
  return <div className="loader-bar" data-active={inFlight > 0} aria-hidden="true" />
}
