import './loader-bar.css'
import { useEffect, useState } from 'react'
import { currentTraffic, onTraffic } from '../api/send.ts'

/** Nothing is drawn for requests that are answered sooner: each would cost two frames. */
const slowMillis = 180

/** The one sign that requests are in flight; the words for it are in the screens themselves. */
export function LoaderBar() {
  return <div className="loader-bar" data-active={useIsSlow()} aria-hidden="true" />
}

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const look = () => {
      const isOn = currentTraffic().inFlight > 0
      if (isOn === (timer !== null)) return
      if (timer !== null) clearTimeout(timer)
      timer = isOn ? setTimeout(() => setSlow(true), slowMillis) : null
      if (!isOn) setSlow(false)
    }
    look()
    const stop = onTraffic(look)
    return () => {
      if (timer !== null) clearTimeout(timer)
      stop()
    }
  }, [])
  return isSlow
}
