import { Button } from '@blueprintjs/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList, type ShownField } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { LotOutcomes } from '../qc/inspect/LotOutcomes.tsx'
import { PrintReturnNote, useCancelReturnNote } from '../returns/return-notes.tsx'
import { noteStates } from './NoteList.tsx'

/** One return note: what went back, why, and the paper with its photographs. */
export function NoteDrawer({ returnNote, onClose }: { returnNote: string; onClose: () => void }) {
  const { t } = useTranslation()
  const found = useAnswer('returns.returnNotes', { return_notes: [returnNote] })
  const note = found.data?.rows[0]
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
            <DownloadButton
              call={contract.returns.returnNoteFile}
              input={{ return_note: returnNote }}
              text={t('Return note with photos (PDF)')}
              intent="primary"
              hasIcon
            />
          </>
        ) : null
      }
    >
      <Loaded answer={found} rows={4}>
        {() => (note ? <NoteFacts note={note} /> : <EmptyState title={t('Not found')} />)}
      </Loaded>
      {cancel.dialog}
    </Drawer>
  )
}

type Note = NonNullable<ReturnType<typeof useAnswer<'returns.returnNotes'>>['data']>['rows'][number]

const noteFields: readonly ShownField<Note>[] = [
  { id: 'supplier', header: key('Supplier'), of: (note, { name }) => name(note.supplier_name, note.supplier_name_zh) },
  { id: 'boxes', header: key('Boxes'), kind: 'pieces', of: (note) => note.boxes },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (note) => note.pieces },
  { id: 'photos', header: key('Photos'), kind: 'pieces', of: (note) => note.photos },
  { id: 'created_at', header: key('Created'), kind: 'instant', of: (note) => note.created_at },
  { id: 'created_by', header: key('Created by'), of: (note) => note.created_by },
  { id: 'carrier', header: key('Carrier'), of: (note) => note.carrier },
  { id: 'tracking', header: key('Tracking ID'), kind: 'code', of: (note) => note.tracking_id },
]

function NoteFacts({ note }: { note: Note }) {
  const { t } = useTranslation()
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
        <FactList fields={noteFields} row={note} />
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
  const { t, number, plural, name } = useLocale()
  const found = useAnswer('returns.returnNoteLines', { return_note: returnNote })
  const { data } = found
  if (!data)
    return (
      <Loaded answer={found} rows={4}>
        {() => null}
      </Loaded>
    )
  const { lines, lots, image_ids } = data
  const title = t('Contents: {{what}}', { what: plural(lines.length, '1 SKU', '{{n}} SKUs') })
  return (
    <>
      {lots.length > 0 ? (
        <Section title={t('Why they go back: the samples of their lots')}>
          <LotOutcomes lots={lots} />
        </Section>
      ) : null}
      <Section title={title}>
        <ScrollPart className="note-lines" label={title}>
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('Box')}</th>
                <th>{t('Style')}</th>
                <th>{t('NM SKU')}</th>
                <th>{t('Colour')}</th>
                <th>{t('Size')}</th>
                <th>{t('Reason')}</th>
                <th className="end">{t('Looked at')}</th>
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
                    <td className="end">{`${number(line.looked_at)} / ${number(line.judged)}`}</td>
                    <td className="end">{number(line.quantity)}</td>
                  </tr>
                  {line.image_ids.length > 0 ? (
                    <tr>
                      <td colSpan={8} className="note-photos">
                        <PhotoStrip ids={line.image_ids} label={t('Photos of the defect')} />
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              ))}
            </tbody>
          </table>
        </ScrollPart>
      </Section>
      {image_ids.length > 0 ? (
        <Section title={t('Photos of the inspection')}>
          <PhotoStrip ids={image_ids} label={t('Photos of the inspection')} />
        </Section>
      ) : null}
    </>
  )
}
