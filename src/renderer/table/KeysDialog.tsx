import { Dialog, DialogBody } from '@blueprintjs/core'
import type { Words } from './words.ts'

interface KeysDialogProps {
  isOpen: boolean
  onClose: () => void
  words: Words
  canSelect: boolean
}

const moving = [
  ['↑ ↓ PgUp PgDn Home End', 'Move through the rows'],
  ['Enter', 'Open the row'],
  ['/', 'Go to the search field'],
] as const

const choosing = [
  ['Space', 'Select the row'],
  ['Shift + ↑ ↓', 'Select a range'],
  ['Ctrl + A', 'Select all loaded rows'],
  ['Esc', 'Clear selection'],
] as const

const layout = [
  ['Alt + ← →', 'On a column header: narrower, wider'],
  ['Alt + Shift + ← →', 'On a column header: move the column'],
  ['?', 'This list'],
] as const

/** The table's keys, listed. */
export function KeysDialog({ isOpen, onClose, words: { t }, canSelect }: KeysDialogProps) {
  const keys = [...moving, ...(canSelect ? choosing : []), ...layout]
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Keys')} className="dt-keys">
      <DialogBody>
        <dl>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  )
}
