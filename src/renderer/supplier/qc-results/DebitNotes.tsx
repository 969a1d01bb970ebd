import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DebitNoteRow } from '../../../shared/areas/rejected-skus/calls.ts'
import { debitNotes } from '../../../shared/areas/rejected-skus/lists.ts'
import { type DebitStanding, debitStanding, debitStandings } from '../../../shared/areas/rejected-skus/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, PrintButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns, toneCell } from '../../table/columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import { choiceFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { ClaimCallouts } from '../disputes/DisputeLinks.tsx'
import { NoteDisputes } from '../disputes/NoteDisputes.tsx'
import { debitWords, type ResultsParams } from './results-params.ts'

const tones = { OPEN: 'warn', DISPUTED: 'warn', UPHELD: 'warn', DONE: 'good', UNDONE: 'neutral' } as const

const toneOf = (standing: DebitStanding) => ({ word: debitStandings[standing], tone: tones[standing] })

function StandingTag({ standing }: { standing: DebitStanding }) {
  return <StatusTag status={debitStandings[standing]} tone={tones[standing]} />
}

/** What is claimed from vendors for pieces that India rejected, newest first; a vendor sees its own. */
export function DebitNotes({ address }: { address: ListState<ResultsParams> }) {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const list = useList(debitNotes, address, { call: 'rejectedSkus.debitNotes', words: debitWords })
  const { debit } = address.state
  return (
    <>
      <ListTable
        list={list}
        label={t('Debit notes')}
        columns={useMemo(() => debitColumns(isStaff), [isStaff])}
        hasSelection={false}
        opens="debit"
        file={{ call: contract.frame.exportDebitNotes, ids: 'debit_notes' }}
        filters={[
          searchFilter<ResultsParams>('q', t('Debit note, shipment, SSCC, NM SKU')),
          ...(isStaff ? [choiceFilter<ResultsParams>('supplier', t('Supplier'), suppliers)] : []),
          choiceFilter<ResultsParams>(
            'claim',
            t('Status'),
            Object.entries(debitStandings).map(([value, label]) => ({ value, label: t(label) })),
          ),
        ]}
        empty={{ title: t('No debit notes'), hint: t('A note stands here when rejected pieces are to be credited.') }}
      />
      {debit ? <DebitDrawer key={debit} number={debit} onClose={() => address.set({ debit: '' })} /> : null}
    </>
  )
}

function debitColumns(isStaff: boolean) {
  return tableColumns<DebitNoteRow>(debitNotes.fields, {
    only: debitNotes.fields.map(({ id }) => id).filter((id) => isStaff || id !== 'supplier'),
    cells: { state: toneCell(({ state, lines }) => toneOf(debitStanding(state, lines))) },
  })
}

const facts: readonly ShownField<DebitNoteRow>[] = [
  { id: 'supplier', header: key('Supplier'), of: (note, { name }) => name(note.supplier_name, note.supplier_name_zh) },
  { id: 'site', header: key('Site'), of: (note, { name }) => name(note.site_name, note.site_name_zh) },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (note) => note.pieces },
  { id: 'value', header: key('Amount claimed'), kind: 'money', of: (note) => note.value },
  { id: 'created_at', header: key('Created'), kind: 'instant', of: (note) => note.created_at },
  { id: 'created_by', header: key('Created by'), of: (note) => note.created_by },
]

type Line = DebitNoteRow['lines'][number]

const lineFields: readonly ShownField<Line>[] = [
  {
    id: 'box',
    header: key('Box'),
    kind: 'code',
    of: (line) => `${line.shipment_id} / ${line.box_no}`,
  },
  {
    ...{ id: 'style', header: key('Style'), hint: (line) => line.style_id },
    of: (line, { name }) => <WithPicture of={line}>{name(line.style_name, line.style_name_zh)}</WithPicture>,
  },
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku, traces: true },
  { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
  { id: 'size', header: key('Size'), of: (line) => line.size },
  { id: 'reasons', header: key('Reasons found'), kind: 'words', of: (line) => line.reasons },
  {
    id: 'state',
    header: key('Status'),
    of: (line) => <StandingTag standing={debitStanding(line.state, [line])} />,
  },
  { id: 'quantity', header: key('Pieces'), kind: 'pieces', of: (line) => line.quantity },
  { id: 'value', header: key('Amount'), kind: 'money', of: (line) => line.value },
]

/** Its paper, as the vendor is told it. */
function DebitPaper({ number }: { number: string }) {
  const { t } = useTranslation()
  const input = { debit_note: number }
  return (
    <>
      <DownloadButton call={contract.rejectedSkus.indiaReturnNoteFile} input={input} text={t('Download')} />
      <PrintButton
        call={contract.rejectedSkus.indiaReturnNoteFile}
        input={input}
        title={`${t('Debit note')} ${number}`}
      />
    </>
  )
}

/** One debit note: what it claims, piece by piece, and what was taken back of it. */
function DebitDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useTranslation()
  const found = useAnswer('rejectedSkus.debitNotes', { debit_notes: [number] })
  const note = found.data?.rows[0]
  return (
    <Drawer
      isOpen
      of={note}
      onClose={onClose}
      width={960}
      title={number}
      beside={note ? <StandingTag standing={debitStanding(note.state, note.lines)} /> : null}
      actions={note ? <DebitPaper number={number} /> : null}
    >
      <Loaded answer={found} rows={4}>
        {() =>
          note ? (
            <>
              <Section>
                <FactList fields={facts} row={note} />
              </Section>
              <NoteDisputes lines={note.lines} />
              <Section title={t('What is claimed')}>
                <ClaimCallouts of={note.lines} />
                <FieldTable
                  fields={lineFields}
                  rows={note.lines}
                  rowKey={(line, at) => `${line.shipment_id} ${line.box_no} ${line.nm_sku} ${at}`}
                />
              </Section>
            </>
          ) : (
            <EmptyState title={t('Not found')} />
          )
        }
      </Loaded>
    </Drawer>
  )
}
