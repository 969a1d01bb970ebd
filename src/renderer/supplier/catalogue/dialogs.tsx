import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'

/** Said so often that a digit says them. */
const usual = [
  key('Too close to what we sell'),
  key('Not for our customers'),
  key('Too expensive'),
  key('Cloth or make not good enough'),
  key('Pictures do not show enough'),
] as const

interface RemarkDialogProps extends DialogTurn {
  title: string
  step: string
  onSaid: (remark: string) => void
}

/**
 * Why: typed, or one of the usual reasons by its digit. Enter sends it; nothing waits for the server. Keys that are struck before
 * the dialog has the focus are its own already: who sorts quickly strikes F and the digit in one go.
 */
export function RemarkDialog({ title, step, onSaid, ...turn }: RemarkDialogProps) {
  const { t } = useLocale()
  const [text, setText] = useState('')
  const say = (remark: string) => {
    if (remark.trim() === '') return
    turn.onClose()
    onSaid(remark.trim())
  }
  /** Gives true where the key was one of ours. */
  const strike = (struck: string): boolean => {
    const reason = text === '' ? usual[Number(struck) - 1] : undefined
    if (reason !== undefined) say(t(reason))
    else if (struck === 'Enter') say(text)
    return reason !== undefined || struck === 'Enter'
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || event.nativeEvent.isComposing || !strike(event.key)) return
    event.preventDefault()
  }
  const early = useRef((_: string) => {})
  early.current = (struck) => {
    if (!strike(struck) && struck.length === 1) setText((now) => now + struck)
  }
  const { isOpen } = turn
  useLayoutEffect(() => {
    if (!isOpen) return
    const onEarly = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = !(event.target instanceof Element && event.target.closest('.bp6-dialog'))
      const isOurs = event.key.length === 1 || event.key === 'Enter'
      if (!isElsewhere || !isOurs || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat) early.current(event.key)
    }
    window.addEventListener('keydown', onEarly, true)
    return () => window.removeEventListener('keydown', onEarly, true)
  }, [isOpen])
  return (
    <Modal {...turn} title={title} width={440} isTyped>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: digits and Enter work wherever in the dialog the focus is. */}
      <div onKeyDown={onKeyDown}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: step, run: () => say(text), isOff: text.trim() === '', intent: 'danger' }}
        >
          <RemarkField label={t('Why?')} value={text} onChange={setText} autoFocus />
          <ul className="usual-reasons" aria-label={t('Usual reasons')}>
            {usual.map((reason, at) => (
              <li key={reason}>
                <button type="button" onClick={() => say(t(reason))}>
                  <kbd>{at + 1}</kbd> {t(reason)}
                </button>
              </li>
            ))}
          </ul>
          <p className="muted">{t('A space first, and a digit is typed.')}</p>
        </DialogParts>
      </div>
    </Modal>
  )
}

const note = z.object({ text: z.string().trim().min(1, key('Please say something.')).max(1_000) })

/** Something is said of a style to the house. */
export function NoteDialog({ catalogueId, ...turn }: DialogTurn & { catalogueId: string }) {
  const { t } = useLocale()
  const form = useSentForm(
    note,
    { text: '' },
    {
      draft: `catalogue-note.${catalogueId}`,
      what: t('Discussion'),
      send: ({ text }, options) => api.catalogue.addNote({ catalogue_id: catalogueId, text }, options),
      refresh: ['catalogue.getStyleDetails', 'buyerReviews'],
      after: () => turn.onClose(),
    },
  )
  return (
    <Modal {...turn} title={t('Say of {{catalogue_id}}', { catalogue_id: catalogueId })} width={440} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Say it'), isRunning: form.isSending }}>
          <RemarkField {...form.field('text')} label={t('No vendor reads this')} maxLength={1_000} autoFocus />
        </DialogParts>
      </form>
    </Modal>
  )
}

const keys: readonly (readonly [string, string])[] = [
  ['← → ↑ ↓  J K', key('Move')],
  ['P', key('Pass, and go on')],
  ['F', key('Fail with a reason, and go on')],
  ['C', key('Say something')],
  ['N, Space', key('Next without a verdict')],
  ['U', key('Take the last verdict back')],
  ['X, Shift + ←→', key('Choose; P and F then judge all that are chosen')],
  ['V', key('Compare those that are chosen')],
  ['Enter', key('Open')],
]

export function KeysDialog(turn: DialogTurn) {
  const { t } = useLocale()
  return (
    <Modal {...turn} title={t('Keys of the wall')} width={420}>
      <DialogParts onCancel={turn.onClose}>
        <dl className="facts">
          {keys.map(([press, does]) => (
            <div key={press}>
              <dt>
                <kbd>{press}</kbd>
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
      </DialogParts>
    </Modal>
  )
}
