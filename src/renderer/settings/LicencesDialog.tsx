import { Dialog } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { host } from '../host/host.ts'
import { FailedState, LoadingRows } from '../kit/states.tsx'

/** The licences of everything inside, word for word. */
export function LicencesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Licences')}
      className="licences-dialog"
      transitionDuration={100}
    >
      <Licences />
    </Dialog>
  )
}

/** It is there to be read: arrows and page keys move it at once. */
const takeFocus = (text: HTMLElement | null) => text?.focus({ preventScroll: true })

function Licences() {
  const { t } = useTranslation()
  const { data, isPending, refetch } = useQuery({ queryKey: ['licences'], queryFn: () => host.app.licences() })
  if (isPending) return <LoadingRows rows={8} />
  if (data === undefined) return <FailedState onRetry={() => void refetch()} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section ref={takeFocus} className="licences" aria-label={t('Licences')} tabIndex={0} lang="en">
      {data}
    </section>
  )
}
