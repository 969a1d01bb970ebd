import './scan.css'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../kit/Toasts.tsx'
import { useHasCamera } from '../photos/CameraDialog.tsx'
import { isTouched, turnKeyboard } from './scan-keyboard.ts'
import { listenForScans, type ScanListener } from './scan-keys.ts'
import { cutScans } from './scan-reader.ts'
import { playSound, readSoundSettings } from './sounds.ts'

const CameraView = lazy(async () => ({ default: (await import('./CameraView.tsx')).CameraView }))

export interface ScanFieldProps extends Omit<ScanListener, 'onMissed'> {
  /** What to scan, in the reader's language; stands above the field. */
  label: string
  placeholder?: string
  /** Under the field. */
  hint?: string | undefined
  /** Large for a station that is only for scanning. */
  size?: 'large' | 'normal'
  /** Says a scan that is not taken, in the reader's language, in place of a toast. */
  onNotTaken?: (code: string, why: string) => void
  /** Why nothing is taken meanwhile, in the reader's language; said of every scan, which would else be lost unheard. */
  closed?: string | null
}

/**
 * A field for scanners and for hands. `onScan` is called within the key event that ended the scan, before anything asynchronous,
 * and the field is empty again by then: the next scan never runs into this one. It takes keys pressed anywhere on its page, or in
 * its own drawer or dialog; scanners without Enter and an input method that is on are no matter. A scan that cannot be taken is said
 * so, by sound and in words.
 */
export function ScanField({
  label,
  placeholder,
  hint,
  size = 'normal',
  closed = null,
  onNotTaken,
  onScan,
  onUndo,
}: ScanFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { t } = useTranslation()
  const [isTyped, setTyped] = useState(false)
  const [isFilming, setFilming] = useState(false)
  const hasCamera = useHasCamera()
  const miss = (code: string, why: string) => {
    playSound('unknown', readSoundSettings())
    if (onNotTaken) return onNotTaken(code, why)
    showToast({ id: `missed-scan-${id}`, tone: 'error', text: t('Not taken: {{code}}', { code }), more: why })
  }
  const listener: ScanListener = {
    onScan: (scan, at) => (closed === null ? onScan(scan, at) : miss(scan.code, closed)),
    onUndo: closed === null ? onUndo : undefined,
    onMissed: ({ code }) => miss(code, t('Close what lies over the scan field, then scan it again.')),
  }
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    if (field.current) return listenForScans(field.current, () => latest.current)
  }, [])
  return (
    <div className="scan-field" data-size={size}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="scan-field-box">
        <Barcode />
        <input
          ref={field}
          id={id}
          className="scan-field-input"
          // A scanner needs no keyboard on the screen, which would cover what the scan says.
          inputMode={isTouched && !isTyped ? 'none' : undefined}
          // Its keys are read all the same.
          readOnly={closed !== null}
          aria-disabled={closed !== null || undefined}
          placeholder={placeholder}
          aria-describedby={hint ? `${id}-hint` : undefined}
          lang="en"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={400}
        />
        {isTouched && hasCamera ? (
          <FieldButton
            label={t('Scan with the camera')}
            isOn={isFilming}
            onPress={() => setFilming(!isFilming)}
            drawn="M2 6h4l1.5-2h5L14 6h4v10H2zM10 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"
          />
        ) : null}
        {isTouched ? (
          <FieldButton
            label={t('Keyboard')}
            isOn={isTyped}
            onPress={() => {
              if (field.current) turnKeyboard(field.current, !isTyped)
              setTyped(!isTyped)
            }}
            drawn="M1 5h18v10H1zM4 8h1.5M7.5 8H9M11 8h1.5M14.5 8H16M4 12h1.5M7.5 12h5M14.5 12H16"
          />
        ) : null}
      </div>
      {isFilming ? (
        <Suspense fallback={null}>
          <CameraView
            onCode={(text) => {
              for (const code of cutScans(text)) listener.onScan({ code, by: 'scanner' }, performance.now())
            }}
            onClose={() => setFilming(false)}
          />
        </Suspense>
      ) : null}
      {hint ? (
        <p className="scan-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

interface FieldButtonProps {
  label: string
  isOn: boolean
  onPress: () => void
  /** The path of its mark. */
  drawn: string
}

function FieldButton({ label, isOn, onPress, drawn }: FieldButtonProps) {
  return (
    <button
      type="button"
      className="scan-field-button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d={drawn} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  )
}

/** The mark of a place that scans. */
export function Barcode({ size = 20 }: { size?: number }) {
  return (
    <svg className="scan-mark" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M2 4h2v12H2zM5.5 4h1v12h-1zM8 4h2v12H8zM11.5 4h1v12h-1zM14 4h1v12h-1zM16 4h2v12h-2z"
        fill="currentColor"
      />
    </svg>
  )
}
