import { HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import {
  copyName,
  type DocumentKind,
  documentKinds,
  type PaperCopy,
  paperCopies,
} from '../../../shared/areas/gate-passes/documents.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, PrintButton } from '../../actions/files.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { Facts, Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import type { WholePass } from './pass-list.ts'

type Paper = WholePass['documents'][number] & { gate_pass: string }

const fields: readonly ShownField<Paper>[] = [
  { id: 'kind', header: key('Document'), kind: 'word', of: ({ kind }) => documentKinds[kind as DocumentKind] },
  { id: 'number', header: key('Number'), kind: 'code', of: (paper) => paper.number },
  { id: 'day', header: key('Dated'), kind: 'day', of: ({ issued_on }) => issued_on },
  {
    ...{ id: 'state', header: key('State') },
    of: ({ state }, { t }) => (state === 'LIVE' ? t('Counts') : t('Cancelled')),
  },
  {
    ...{ id: 'open', header: key('Download'), kind: 'end', isQuiet: true },
    of: (paper, { t }) => <PaperButtons paper={paper} title={`${paper.number}, ${t(documentKinds[paper.kind])}`} />,
  },
]

function PaperButtons({ paper, title }: { paper: Paper; title: string }) {
  const { t } = useLocale()
  const [copy, setCopy] = useState<PaperCopy | ''>('')
  const input = { gate_pass: paper.gate_pass, number: paper.number, ...(copy !== '' && { copy }) }
  return (
    <span className="box-actions">
      <HTMLSelect
        value={copy}
        aria-label={`${t('Copy of the paper')}, ${paper.number}`}
        onChange={({ target }) => setCopy(paperCopies.find((each) => each === target.value) ?? '')}
      >
        <option value="">{t('All three copies')}</option>
        {paperCopies.map((each) => (
          <option key={each} value={each}>
            {t(copyName(paper.kind as DocumentKind, each))}
          </option>
        ))}
      </HTMLSelect>
      <DownloadButton call={contract.gatePasses.gatePassPaper} input={input} text={t('Download')} />
      <PrintButton call={contract.gatePasses.gatePassPaper} input={input} title={title} />
    </span>
  )
}

/** The papers that a pass was issued with, and both parties as they stand on them. */
export function PassPapers({ whole }: { whole: WholePass }) {
  const { t, name } = useLocale()
  const { from, to, documents, gate_pass: pass, returned_by } = whole
  const party = (one: WholePass['from']) => [
    [t('Party'), name(one.name, one.name_zh)] as const,
    [t('Postal address'), one.address || null] as const,
    [t('GSTIN'), one.gstin] as const,
  ]
  return (
    <>
      <FieldTable
        fields={fields}
        rows={documents.map((paper) => ({ ...paper, gate_pass: pass.gate_pass }))}
        rowKey={(paper) => paper.number}
      />
      <Section title={t('Sent from')}>
        <Facts facts={party(from)} />
      </Section>
      <Section title={t('Sent to')}>
        <Facts facts={party(to)} />
      </Section>
      <Section title={t('Transport details')}>
        <Facts
          facts={[
            [t('Carrier'), pass.carrier],
            [t('Vehicle number'), pass.vehicle_no],
            [t('Lorry receipt number'), pass.lr_no],
            [t('E-way bill number'), pass.eway_bill_no],
            [t('Came back with'), listed(returned_by) || null],
          ]}
        />
      </Section>
    </>
  )
}
