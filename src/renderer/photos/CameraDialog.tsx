import { Button, Dialog } from '@blueprintjs/core'
import { Camera } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../kit/states.tsx'
import { jpegOf } from './photo-sending.ts'

export interface CameraHandle {
  open: () => void
  dialog: ReactNode
}

/** Takes photographs one after the other; each is handed on at once. `room` says how many more are wanted. */
export function useCameraDialog(room: number, onTaken: (file: File) => void): CameraHandle {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: (
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('Take photos')}
        className="photo-viewer"
        transitionDuration={100}
      >
        <Taking isOn={isOpen} room={room} onTaken={onTaken} onClose={() => setOpen(false)} />
      </Dialog>
    ),
  }
}

interface TakingProps {
  isOn: boolean
  room: number
  onTaken: (file: File) => void
  onClose: () => void
}

function Taking({ isOn, room, onTaken, onClose }: TakingProps) {
  const { t } = useTranslation()
  const { stream, refusal } = useCamera(isOn)
  const screen = useRef<HTMLVideoElement>(null)
  const [taken, setTaken] = useState(0)
  useEffect(() => {
    if (screen.current) screen.current.srcObject = stream
  }, [stream])
  const take = async () => {
    const file = screen.current && (await photoOf(screen.current))
    if (!file) return
    setTaken((count) => count + 1)
    onTaken(file)
  }
  return (
    <>
      <div className="photo-large">
        {refusal ? (
          <CameraRefusal why={refusal} />
        ) : (
          <video ref={screen} autoPlay muted playsInline aria-label={t('What the camera sees')} />
        )}
      </div>
      <div className="photo-pager">
        <span role="status">{taken > 0 ? t('{{count}} taken', { count: taken }) : null}</span>
        <Button
          autoFocus
          intent="primary"
          icon={<Camera />}
          text={t('Take a photo')}
          disabled={stream === null || room <= 0}
          onClick={() => void take()}
        />
        <Button text={t('Done')} onClick={onClose} />
      </div>
    </>
  )
}

/** What the camera shows at this moment. */
async function photoOf(screen: HTMLVideoElement): Promise<File | null> {
  if (screen.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = screen.videoWidth
  canvas.height = screen.videoHeight
  canvas.getContext('2d')?.drawImage(screen, 0, 0)
  return jpegOf(canvas, `camera-${new Date().toISOString().replace(/[:.]/g, '-')}`)
}

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
  /** Why there is no picture. */
  refusal: Refusal | null
}

/** Somebody said no, here or in the system; there is no camera, or no longer; else another program has it. */
type Refusal = 'denied' | 'none' | 'busy'

export function CameraRefusal({ why }: { why: Refusal }) {
  const { t } = useTranslation()
  return <Callout tone="bad">{refusalWords(why, t)}</Callout>
}

function refusalWords(why: Refusal, t: (text: string) => string): string {
  if (why === 'denied')
    return t(
      'This page may not use the camera. Allow it beside the page’s address or in the system’s settings, then open it again.',
    )
  if (why === 'none') return t('There is no camera here, or no longer. Connect one, then open it again.')
  return t('The camera cannot be used: another program may have it. Close that one, then open it again.')
}

function refusalOf(error: unknown): Refusal {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
}

/** The machine's camera while `isOn`; the one that looks away from the user where there are two. */
export function useCamera(isOn: boolean): OpenCamera {
  const [opened, setOpened] = useState<OpenCamera>({ stream: null, refusal: null })
  useEffect(() => {
    if (!isOn) return
    let mine: MediaStream | null = null
    let isGone = false
    const refuse = (refusal: Refusal) => {
      if (!isGone) setOpened({ stream: null, refusal })
    }
    navigator.mediaDevices
      .getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1440 } },
      })
      .then((stream) => {
        mine = stream
        // Closed before it opened: the lamp must not stay on.
        if (isGone) stop(stream)
        else setOpened({ stream, refusal: null })
        for (const track of stream.getTracks()) track.onended = () => refuse('none')
      })
      .catch((error: unknown) => refuse(refusalOf(error)))
    return () => {
      isGone = true
      if (mine) stop(mine)
      setOpened({ stream: null, refusal: null })
    }
  }, [isOn])
  return opened
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
