import { Button, Dialog } from '@blueprintjs/core'
import { Camera } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../kit/Callout.tsx'
import { jpegOf } from './scale-picture.ts'
import { useCamera } from './use-cameras.ts'

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
  const { stream, isRefused } = useCamera(isOn)
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
        {isRefused ? (
          <Callout tone="bad">
            {t('The camera cannot be used. Another program may have it, or this computer does not allow it.')}
          </Callout>
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
