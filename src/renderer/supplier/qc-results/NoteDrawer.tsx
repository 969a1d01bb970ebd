import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CallData } from '../../actions/calls.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { NoteDisputes } from '../disputes/NoteDisputes.tsx'
import { disputePath } from '../disputes/paths.ts'
import { LotOutcomes } from '../qc/inspect/LotOutcomes.tsx'
import { type NoteCountry, noteCalls } from '../returns/note-calls.ts'
import { PrintReturnNote, useCancelReturnNote } from '../returns/return-notes.tsx'
import { noteStates } from './NoteList.tsx'

interface NoteDrawerProps {
  returnNote: string
  country: NoteCountry
  onClose: () => void
}

/** One return note: what went back, why, and the paper with its photographs. */
export function NoteDrawer({ returnNote, country, onClose }: NoteDrawerProps) {
  const { t } = useTranslation()
  const found = useAnswer(noteCalls[country].list, { return_notes: [returnNote] })
  const note = found.data?.rows[0]
  const mayCancel = useRight('chinaQcLead') && country === 'china'
  const cancel = useCancelReturnNote()
  return (
    <Drawer
      isOpen
      of={note}
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
            <PrintReturnNote note={returnNote} country={country} />
            <DownloadButton
              call={noteCalls[country].file}
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
        {() => (note ? <NoteFacts note={note} country={country} /> : <EmptyState title={t('Not found')} />)}
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
  {
    id: 'disputes',
    header: key('Disputed'),
    of: (note) =>
      note.disputes.length === 0
        ? null
        : note.disputes.map((number) => (
            <span key={number}>
              <Link className="code" to={disputePath(number)}>
                {number}
              </Link>{' '}
            </span>
          )),
  },
  { id: 'photos', header: key('Photos'), kind: 'pieces', of: (note) => note.photos },
  { id: 'created_at', header: key('Created'), kind: 'instant', of: (note) => note.created_at },
  { id: 'created_by', header: key('Created by'), of: (note) => note.created_by },
  { id: 'carrier', header: key('Carrier'), of: (note) => note.carrier },
  { id: 'tracking', header: key('Tracking ID'), kind: 'code', of: (note) => note.tracking_id },
]

function NoteFacts({ note, country }: { note: Note; country: NoteCountry }) {
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
      <NoteLines returnNote={note.return_note} country={country} />
    </>
  )
}

/** What went back with a note, box by box, and what was photographed of it. */
export function NoteLines({ returnNote, country }: { returnNote: string; country: NoteCountry }) {
  const { t, plural } = useLocale()
  const found = useAnswer(noteCalls[country].lines, { return_note: returnNote })
  const titleOf = (n: number) => t('Contents: {{what}}', { what: plural(n, '1 SKU', '{{n}} SKUs') })
  return (
    <Loaded answer={found} rows={4}>
      {({ lines, lots, image_ids }) => (
        <>
          {country === 'india' ? <NoteDisputes lines={lines} /> : null}
          {lots.length > 0 ? (
            <Section title={t('Why they go back: the samples of their lots')}>
              <LotOutcomes lots={lots} />
            </Section>
          ) : null}
          <Section title={titleOf(lines.length)}>
            <FieldTable
              label={titleOf(lines.length)}
              className="note-lines"
              fields={lineFields}
              rows={lines}
              rowKey={(line) => `${line.shipment_id} ${line.box_no} ${line.nm_sku}`}
              below={(line) =>
                line.image_ids.length > 0 ? <PhotoStrip ids={line.image_ids} label={t('Photos of the defect')} /> : null
              }
            />
          </Section>
          {image_ids.length > 0 ? (
            <Section title={t('Photos of the inspection')}>
              <PhotoStrip ids={image_ids} label={t('Photos of the inspection')} />
            </Section>
          ) : null}
        </>
      )}
    </Loaded>
  )
}

type NoteLine = CallData<'returns.returnNoteLines'>['lines'][number]

const lineFields: readonly ShownField<NoteLine>[] = [
  {
    id: 'box',
    header: key('Box'),
    kind: 'code',
    of: (line) => `${line.shipment_id} / ${line.box_no}`,
    traces: (line) => line.sscc,
  },
  {
    ...{ id: 'style', header: key('Style'), hint: (line) => line.style_id },
    of: (line, { name }) => <WithPicture of={line}>{name(line.style_name, line.style_name_zh)}</WithPicture>,
  },
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku, traces: true },
  { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
  { id: 'size', header: key('Size'), of: (line) => line.size },
  { id: 'reasons', header: key('Reason'), kind: 'words', of: (line) => line.reasons },
  {
    ...{ id: 'looked_at', header: key('Looked at'), kind: 'end' as const },
    of: ({ looked_at, judged }, { number }) => `${number(looked_at)} / ${number(judged)}`,
  },
  { id: 'quantity', header: key('Pieces'), kind: 'pieces', of: (line) => line.quantity },
]
