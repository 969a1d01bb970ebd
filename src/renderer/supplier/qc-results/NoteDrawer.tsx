import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { Drawer, Facts, Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Callout, EmptyState, FailedState, Instant, LoadingRows } from '../../kit/states.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { useRight } from '../../session/use-right.ts'
import { useWords } from '../../table/words.ts'
import { PrintReturnNote, useCancelReturnNote, useReturnNoteFile } from '../returns/return-note-file.tsx'
import { noteStates } from './NoteList.tsx'

/** One return note: what went back, why, and the paper with its photographs. */
export function NoteDrawer({ returnNote, onClose }: { returnNote: string; onClose: () => void }) {
  const { t } = useTranslation()
  const file = useReturnNoteFile()
  const { data, isLoading } = useAnswer('returns.returnNotes', { return_notes: [returnNote] })
  const note = data?.rows[0]
  const mayCancel = useRight('chinaQcLead')
  const cancel = useCancelReturnNote()
  return (
    <Drawer
      isOpen
      onClose={onClose}
      width={820}
      title={returnNote}
      beside={
        note ? <StatusTag status={noteStates[note.state]} tone={note.state === 'SENT' ? 'warn' : 'neutral'} /> : null
      }
      actions={
        note ? (
          <>
            {note.state === 'SENT' && mayCancel ? (
              <Button
                variant="minimal"
                intent="danger"
                text={t('Cancel return note')}
                loading={cancel.isRunning}
                onClick={() => cancel.ask(note)}
              />
            ) : null}
            <PrintReturnNote note={returnNote} />
            <Button
              intent="primary"
              icon={<Download />}
              text={t('Return note with photos (PDF)')}
              loading={file.isGetting}
              onClick={() => file.get(returnNote)}
            />
          </>
        ) : null
      }
    >
      {note ? <NoteFacts note={note} /> : isLoading ? <LoadingRows rows={4} /> : <EmptyState title={t('Not found')} />}
      {cancel.dialog}
    </Drawer>
  )
}

type Note = NonNullable<ReturnType<typeof useAnswer<'returns.returnNotes'>>['data']>['rows'][number]

function NoteFacts({ note }: { note: Note }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  return (
    <>
      {note.state === 'CANCELLED' ? (
        <Section>
          <Callout tone="warn">
            {t('This note was cancelled: {{reason}}', { reason: note.cancel_reason ?? '–' })}
          </Callout>
        </Section>
      ) : null}
      <Section>
        <Facts
          facts={[
            [t('Supplier'), named(note.supplier_name, note.supplier_name_zh)],
            [t('Boxes'), formats.number(note.boxes)],
            [t('Pieces'), formats.number(note.pieces)],
            [t('Photos'), formats.number(note.photos)],
            [t('Created'), <Instant key="created" at={note.created_at} />],
            [t('Created by'), note.created_by],
            [t('Carrier'), note.carrier],
            [
              t('Tracking ID'),
              note.tracking_id ? (
                <span key="tracking" className="code">
                  {note.tracking_id}
                </span>
              ) : null,
            ],
          ]}
        />
      </Section>
      <Section title={t(note.reason)}>
        <p>{note.remark}</p>
      </Section>
      <NoteLines returnNote={note.return_note} />
    </>
  )
}

/** What went back with a note, box by box, and what was photographed of it. */
export function NoteLines({ returnNote }: { returnNote: string }) {
  const { t, number, plural, name } = useWords()
  const say = useSay()
  const { data, isError, error, reload } = useAnswer('returns.returnNoteLines', { return_note: returnNote })
  if (isError) return <FailedState text={say.problem(error)} onRetry={() => void reload()} />
  if (!data) return <LoadingRows rows={4} />
  const { lines, image_ids } = data
  const title = t('Contents: {{what}}', { what: plural(lines.length, '1 SKU', '{{n}} SKUs') })
  return (
    <>
      <Section title={title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
        <section className="note-lines" tabIndex={0} aria-label={title}>
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('Box')}</th>
                <th>{t('Style')}</th>
                <th>{t('NM SKU')}</th>
                <th>{t('Colour')}</th>
                <th>{t('Size')}</th>
                <th>{t('Reason')}</th>
                <th className="end">{t('Pieces')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Fragment key={`${line.shipment_id} ${line.box_no} ${line.nm_sku}`}>
                  <tr data-pictured={line.image_ids.length > 0 || undefined}>
                    <td className="code">{`${line.shipment_id} / ${line.box_no}`}</td>
                    <td title={line.style_id}>{name(line.style_name, line.style_name_zh)}</td>
                    <td className="code">{line.nm_sku}</td>
                    <td>{name(line.color, line.color_zh)}</td>
                    <td>{line.size}</td>
                    <td className="note-reasons">{line.reasons.map((reason) => t(reason)).join(' · ')}</td>
                    <td className="end">{number(line.quantity)}</td>
                  </tr>
                  {line.image_ids.length > 0 ? (
                    <tr>
                      <td colSpan={7} className="note-photos">
                        <PhotoStrip ids={line.image_ids} label={t('Photos of the defect')} />
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              ))}
            </tbody>
          </table>
        </section>
      </Section>
      {image_ids.length > 0 ? (
        <Section title={t('Photos of the inspection')}>
          <PhotoStrip ids={image_ids} label={t('Photos of the inspection')} />
        </Section>
      ) : null}
    </>
  )
}
