import { Dialog, DialogBody } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'

interface KeyListProps {
  isOpen: boolean
  onClose: () => void
  /** Keys as they are pressed, and what they do in the reader's language. */
  keys: readonly (readonly [key: string, does: string])[]
}

/** The keys of a screen, listed; `?` opens it. */
export function KeyList({ isOpen, onClose, keys }: KeyListProps) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Keys')} className="dt-keys">
      <DialogBody>
        <dl>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  )
}
