import { useEffect, useState } from 'react'

/** Whether this machine has a camera that a page may ask for. Asking for the list asks nobody for leave. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false)
  useEffect(() => {
    // Missing on pages that did not come over a safe connection.
    const media = navigator.mediaDevices as MediaDevices | undefined
    if (!media?.enumerateDevices) return
    let isGone = false
    const look = () =>
      void media
        .enumerateDevices()
        .then((devices) => {
          if (!isGone) setHasCamera(devices.some(({ kind }) => kind === 'videoinput'))
        })
        // A machine that may not say has none for us.
        .catch(() => undefined)
    look()
    media.addEventListener('devicechange', look)
    return () => {
      isGone = true
      media.removeEventListener('devicechange', look)
    }
  }, [])
  return hasCamera
}

export interface OpenCamera {
  stream: MediaStream | null
  /** Why there is no picture: the user or the machine refused, or another program has the camera. */
  isRefused: boolean
}

/** The machine's camera while `isOn`; the one that looks away from the user where there are two. */
export function useCamera(isOn: boolean): OpenCamera {
  const [opened, setOpened] = useState<OpenCamera>({ stream: null, isRefused: false })
  useEffect(() => {
    if (!isOn) return
    let mine: MediaStream | null = null
    let isGone = false
    navigator.mediaDevices
      .getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1440 } },
      })
      .then((stream) => {
        mine = stream
        // Closed before it opened: the lamp must not stay on.
        if (isGone) stop(stream)
        else setOpened({ stream, isRefused: false })
      })
      .catch(() => {
        if (!isGone) setOpened({ stream: null, isRefused: true })
      })
    return () => {
      isGone = true
      if (mine) stop(mine)
      setOpened({ stream: null, isRefused: false })
    }
  }, [isOn])
  return opened
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
