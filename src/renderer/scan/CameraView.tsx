import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../kit/states.tsx'
import { useCamera } from '../photos/CameraDialog.tsx'
import { type CodeReader, codeReader, makeSightings } from './camera-codes.ts'

interface CameraViewProps {
  onCode: (code: string) => void
  onClose: () => void
}

/** Milliseconds between two looks at what the camera sees. */
const pause = 120

/** What the camera sees, below a scan field: the page around it stays in sight and says what becomes of each code. */
export function CameraView({ onCode, onClose }: CameraViewProps) {
  const { t } = useTranslation()
  const { stream, isRefused } = useCamera(true)
  const screen = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    const video = screen.current
    if (!video || !stream) return
    video.srcObject = stream
    return readCodes(video, codeReader(), (code) => latest.current(code))
  }, [stream])
  return (
    <div className="scan-camera">
      {isRefused ? (
        <Callout tone="bad">
          {t('The camera cannot be used. Another program may have it, or this computer does not allow it.')}
        </Callout>
      ) : (
        <video ref={screen} autoPlay muted playsInline aria-label={t('What the camera sees')} />
      )}
      <p>{t('Hold a code before the camera.')}</p>
      <Button icon={<Cross />} aria-label={t('Close')} onClick={onClose} />
    </div>
  )
}

/** Hands on each code once as long as it stays before the camera. Gives the way to stop. */
function readCodes(video: HTMLVideoElement, reader: CodeReader, onCode: (code: string) => void): () => void {
  const sightings = makeSightings()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const look = async () => {
    // A picture that cannot be read is none with a code: the next one comes at once.
    const seen = video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? [] : await reader(video).catch(() => [])
    if (isStopped) return
    for (const code of sightings(seen, performance.now())) onCode(code)
    timer = setTimeout(() => void look(), pause)
  }
  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
