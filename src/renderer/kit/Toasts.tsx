import { Button } from '@blueprintjs/core'
import { Cross, Endorsed, Error as ErrorIcon, InfoSign, Refresh } from '@blueprintjs/icons'
import { useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useToastPlace } from './toast-place.ts'

const icons = {
  success: <Endorsed size={16} />,
  error: <ErrorIcon size={16} />,
  info: <InfoSign size={16} />,
  working: <Refresh size={16} />,
}

/** Draws the toasts; put once, in the frame. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  useToastPlace(place, toasts.length > 0)
  return (
    <section ref={place} className="toasts" aria-label={t('Messages')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastView({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const { id, tone, text, more, progress, isNews = false, actions = [] } = toast
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a toast only keeps it from running away
    <div
      className="toast"
      data-tone={tone}
      role={tone === 'error' && !isNews ? 'alert' : 'status'}
      onPointerEnter={() => holdToast(id)}
      onPointerLeave={() => releaseToast(id)}
      onFocus={() => holdToast(id)}
      onBlur={() => releaseToast(id)}
    >
      <span className="toast-icon">{icons[tone]}</span>
      <div className="toast-text">
        {!isNews && (tone === 'success' || tone === 'error') ? (
          <strong className="toast-title">{tone === 'error' ? t('Error') : t('Success')}</strong>
        ) : null}
        <div>{text}</div>
        {more ? <div className="muted">{more}</div> : null}
      </div>
      <div className="toast-actions">
        {actions.map(({ label, run }) => (
          <Button
            key={label}
            size="small"
            variant="minimal"
            intent="primary"
            text={label}
            onClick={() => runAction(toast, run)}
          />
        ))}
        {tone === 'working' ? null : (
          <Button
            size="small"
            variant="minimal"
            icon={<Cross size={12} />}
            aria-label={t('Close')}
            onClick={() => closeToast(id)}
          />
        )}
      </div>
      {progress === undefined ? null : (
        <div className="toast-progress" data-unknown={progress === null}>
          <span style={progress === null ? {} : { width: `${Math.round(progress * 100)}%` }} />
        </div>
      )}
    </div>
  )
}

function runAction({ id, tone }: Toast, run: () => void): void {
  if (tone !== 'working') closeToast(id)
  run()
}

/** Short messages at the edge of the page. Anything may show one; `Toasts` in the frame draws them. */
export interface Toast {
  id: string
  tone: 'success' | 'error' | 'info' | 'working'
  text: string
  /** A second, quieter line. */
  more?: string
  /** 0 to 1; null while nobody knows. */
  progress?: number | null
  actions?: readonly ToastAction[]
  /** Tells of what happened elsewhere: nothing that the reader did succeeded or failed. */
  isNews?: boolean
  /** Stays until it is closed or replaced. */
  stays?: boolean
  /** Tells that the connection is gone: it goes by itself once it is back. */
  isLost?: boolean
  /** How long it stays, where what it says has a time of its own. */
  millis?: number
}

export interface ToastAction {
  label: string
  run: () => void
}

let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
let count = 0

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** How long a toast stays: long enough to read and to reach its button. */
export function toastMillis({ tone, actions }: Pick<Toast, 'tone' | 'actions'>): number {
  if (actions?.length) return 10_000
  return tone === 'error' ? 9_000 : 4_500
}

/** Shows a toast, or changes the one with the same id. Gives its id. */
export function showToast(toast: Omit<Toast, 'id'> & { id?: string }): string {
  const id = toast.id ?? `toast-${++count}`
  const next: Toast = { ...toast, id }
  const known = toasts.some((other) => other.id === id)
  change(known ? toasts.map((other) => (other.id === id ? next : other)) : [...toasts.slice(-4), next])
  restartTimer(next)
  return id
}

export function closeToast(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
}

/** Takes away what was true only while there was no connection. */
export function closeLostToasts(): void {
  for (const { id, isLost } of toasts) if (isLost) closeToast(id)
}

/** While the pointer or the focus is on a toast it does not run away. */
export function holdToast(id: string): void {
  clearTimeout(timers.get(id))
}

export function releaseToast(id: string): void {
  const toast = toasts.find((other) => other.id === id)
  if (toast) restartTimer(toast)
}

function restartTimer(toast: Toast): void {
  clearTimeout(timers.get(toast.id))
  if (toast.stays || toast.tone === 'working') return
  timers.set(
    toast.id,
    setTimeout(() => closeToast(toast.id), toast.millis ?? toastMillis(toast)),
  )
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
