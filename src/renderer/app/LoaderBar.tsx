import { useSyncExternalStore } from 'react'
import { currentTraffic, onTraffic } from '../api/in-flight.ts'
import { inNextTask } from '../kit/next-task.ts'

const isAnyInFlight = () => currentTraffic().inFlight > 0
/** A request is on its way before the sign of it is drawn. */
const subscribe = inNextTask(onTraffic)

/** The one sign that requests are in flight; the words for it are in the screens themselves. */
export function LoaderBar() {
  const isActive = useSyncExternalStore(subscribe, isAnyInFlight)
  return <div className="loader-bar" data-active={isActive} aria-hidden="true" />
}
