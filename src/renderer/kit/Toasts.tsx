import { Button } from '@blueprintjs/core'
import { Cross, Endorsed, Error as ErrorIcon, InfoSign, Refresh } from '@blueprintjs/icons'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { closeToast, currentToasts, holdToast, onToasts, releaseToast, type Toast } from './toasts.ts'

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
  return (
    <section className="toasts" aria-label={t('Messages')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastView({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const { id, tone, text, more, progress, actions = [] } = toast
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a toast only keeps it from running away
    <div
      className="toast"
      data-tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => holdToast(id)}
      onPointerLeave={() => releaseToast(id)}
      onFocus={() => holdToast(id)}
      onBlur={() => releaseToast(id)}
    >
      <span className="toast-icon">{icons[tone]}</span>
      <div className="toast-text">
        {text}
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
