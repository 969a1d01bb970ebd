import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../kit/states.tsx'
import { CameraRefusal, useCamera } from '../photos/CameraDialog.tsx'
import { aimedAt, makeSightings } from './camera-codes.ts'
import { type CodeReader, openCodeReader } from './code-reader.ts'

interface CameraViewProps {
  onCode: (code: string) => void
  onClose: () => void
}

/** Milliseconds between two looks at what the camera sees. */
const pause = 120

/**
 * What the camera sees, below a scan field: the page around it stays in sight and says what becomes of each code. Nobody is filmed
 * while the page is out of sight.
 */
export function CameraView({ onCode, onClose }: CameraViewProps) {
  const { t } = useTranslation()
  const isSeen = useSyncExternalStore(hearSight, () => document.visibilityState === 'visible')
  const [wasHidden, setWasHidden] = useState(false)
  if (!isSeen && !wasHidden) setWasHidden(true)
  const { stream, refusal } = useCamera(isSeen)
  const { reader, isMissing } = useCodeReader()
  const screen = useRef<HTMLVideoElement>(null)
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    if (screen.current) screen.current.srcObject = stream
    if (!screen.current || !stream || !reader) return
    return readCodes(screen.current, reader, (code) => latest.current(code))
  }, [stream, reader])
  const isReading = stream !== null && reader !== null
  return (
    <div className="scan-camera" data-on={isReading || undefined}>
      {refusal ? <CameraRefusal why={refusal} /> : null}
      {isMissing ? (
        <Callout tone="bad">
          {t('What reads codes could not be fetched. Look for a connection, then open the camera again.')}
        </Callout>
      ) : null}
      {refusal || isMissing ? null : (
        <>
          <video ref={screen} autoPlay muted playsInline aria-label={t('What the camera sees')} />
          <p role="status">{wordsOf({ isReading, wasHidden }, t)}</p>
        </>
      )}
      <Button icon={<Cross />} aria-label={t('Close')} onClick={onClose} />
    </div>
  )
}

function wordsOf({ isReading, wasHidden }: { isReading: boolean; wasHidden: boolean }, t: (text: string) => string) {
  if (isReading) return t('Hold one code in the middle of the picture.')
  return wasHidden
    ? t('The camera was off while the page was out of sight. It comes back…')
    : t('The camera is being opened…')
}

function hearSight(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

function useCodeReader(): { reader: CodeReader | null; isMissing: boolean } {
  const [opened, setOpened] = useState<{ reader: CodeReader | null; isMissing: boolean }>({
    reader: null,
    isMissing: false,
  })
  useEffect(() => {
    let isGone = false
    const opening = openCodeReader()
    opening.then(
      (reader) => isGone || setOpened({ reader, isMissing: false }),
      () => isGone || setOpened({ reader: null, isMissing: true }),
    )
    return () => {
      isGone = true
      opening.then(
        (reader) => reader.end(),
        () => undefined,
      )
    }
  }, [])
  return opened
}

/** Hands on each code once as long as it stays before the camera. Gives the way to stop. */
function readCodes(video: HTMLVideoElement, reader: CodeReader, onCode: (code: string) => void): () => void {
  const sightings = makeSightings()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const look = async () => {
    // A picture that cannot be read is none with a code: the next one comes at once.
    const seen = video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? [] : await reader.read(video).catch(() => [])
    if (isStopped) return
    for (const code of sightings(aimedAt(seen), performance.now())) onCode(code)
    timer = setTimeout(() => void look(), pause)
  }
  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
