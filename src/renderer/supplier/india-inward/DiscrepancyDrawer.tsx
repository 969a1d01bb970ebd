import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { boxKindWords, boxOutcomeWords } from '../../../shared/areas/india-receiving/rules.ts'
import type { BoxDiscrepancyRow } from '../../../shared/areas/india-receiving/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { useRight } from '../../session/use-right.ts'
import { kindTones } from './kind-tones.ts'

const facts: readonly ShownField<BoxDiscrepancyRow>[] = [
  { id: 'box', header: key('Box'), of: ({ box_no, shipment_id }) => box_no && `${box_no} · ${shipment_id}` },
  { id: 'consignment', header: key('Comes with'), kind: 'code', of: ({ consignment }) => consignment },
  {
    id: 'supplier',
    header: key('Supplier'),
    of: ({ supplier_name, supplier_name_zh }, { name }) => name(supplier_name ?? '', supplier_name_zh ?? '') || null,
  },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces },
  { id: 'site', header: key('Site'), of: ({ site_name, site_name_zh }, { name }) => name(site_name, site_name_zh) },
  { id: 'opened_at', header: key('Noted on'), kind: 'instant', of: ({ opened_at }) => opened_at },
  { id: 'opened_by', header: key('Noted by'), of: ({ opened_by }) => opened_by },
  { id: 'owner', header: key('Owner'), of: ({ owner }) => owner },
  { id: 'remark', header: key('Remark'), of: ({ remark }) => remark },
]

const outcome: readonly ShownField<BoxDiscrepancyRow>[] = [
  { id: 'outcome', header: key('Outcome'), of: (row, { t }) => row.outcome && t(boxOutcomeWords[row.outcome]) },
  { id: 'outcome_remark', header: key('Remark'), of: ({ outcome_remark }) => outcome_remark },
  { id: 'settled_at', header: key('Settled on'), kind: 'instant', of: ({ settled_at }) => settled_at },
  { id: 'settled_by', header: key('Settled by'), of: ({ settled_by }) => settled_by },
]

interface DiscrepancyDrawerProps {
  id: string
  onClose: () => void
  onSettle: (row: BoxDiscrepancyRow) => void
}

/** One short, excess or damaged box: what is known of it, its photographs and what became of it. */
export function DiscrepancyDrawer({ id, onClose, onSettle }: DiscrepancyDrawerProps) {
  const { t } = useTranslation()
  const found = useAnswer('indiaReceiving.boxDiscrepancies', { tab: 'all', discrepancy_ids: [id] })
  const row = found.data?.rows[0]
  const maySettle = useRight('indiaQc')
  const reopen = useReopen()
  return (
    <Drawer
      isOpen
      of={row}
      onClose={onClose}
      width={560}
      title={row?.code ?? ''}
      beside={row ? <StatusTag status={boxKindWords[row.kind]} tone={kindTones[row.kind]} /> : null}
      actions={
        row && maySettle ? (
          row.settled_at === null ? (
            <Button intent="primary" text={t('Settle…')} onClick={() => onSettle(row)} />
          ) : (
            <Button text={t('Open again…')} loading={reopen.isRunning} onClick={() => reopen.ask({ row })} />
          )
        ) : null
      }
    >
      <Loaded answer={found} rows={4}>
        {() =>
          row ? (
            <>
              <Section title={t('Box')}>
                <FactList fields={facts} row={row} />
                {maySettle && row.settled_at === null ? <Owner key={row.version} row={row} /> : null}
              </Section>
              {row.image_ids.length > 0 ? (
                <Section title={t('Photos')}>
                  <PhotoStrip ids={row.image_ids} label={t('Photos of the box')} />
                </Section>
              ) : null}
              {row.outcome === null ? null : (
                <Section title={t('What became of it')}>
                  <FactList fields={outcome} row={row} />
                </Section>
              )}
            </>
          ) : (
            <EmptyState title={t('Not found')} />
          )
        }
      </Loaded>
      {reopen.dialog}
    </Drawer>
  )
}

/** Who sees to it, for those who may give it to another. */
function Owner({ row: { discrepancy_id, version, owner, owner_id } }: { row: BoxDiscrepancyRow }) {
  const { t } = useTranslation()
  const owners = useAnswer('indiaReceiving.boxDiscrepancyOwners', {}).data?.owners ?? []
  const assign = useAction(
    (next: string, options) =>
      api.indiaReceiving.settleBoxDiscrepancies(
        { action: 'assign', owner_id: next, discrepancies: [{ discrepancy_id, version }] },
        options,
      ),
    { what: t('Owner'), refresh: ['indiaReceiving'], done: () => t('The difference has another owner') },
  )
  const all = owners.some(({ id }) => id === owner_id) ? owners : [{ id: owner_id, name: owner }, ...owners]
  return (
    <label className="discrepancy-owner">
      <span>{t('Seen to by')}</span>
      <select
        className="plain-select"
        value={owner_id}
        disabled={assign.isRunning}
        onChange={({ target }) => void assign.run(target.value)}
      >
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function useReopen() {
  const { t } = useTranslation()
  return useAskedAction(
    ({ row: { discrepancy_id, version } }: { row: BoxDiscrepancyRow }, options) =>
      api.indiaReceiving.settleBoxDiscrepancies(
        { action: 'reopen', discrepancies: [{ discrepancy_id, version }] },
        options,
      ),
    {
      done: () => t('The difference is open again'),
      refresh: ['indiaReceiving'],
      ask: ({ row }: { row: BoxDiscrepancyRow }) => ({
        title: t('Open the difference of {{code}} again?', { code: row.code }),
        text: t('What was said of it stays in its history.'),
        confirm: t('Open it again'),
      }),
    },
  )
}
