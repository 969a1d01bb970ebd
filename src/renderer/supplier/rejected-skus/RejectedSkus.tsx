import '../supplier.css'
import './rejected-skus.css'
import { Button } from '@blueprintjs/core'
import type { RejectedSku } from '../../../shared/areas/rejected-skus/calls.ts'
import { chinaVerdict, chinaWords, rejectedSkus } from '../../../shared/areas/rejected-skus/lists.ts'
import { dispositionKinds, dispositionWords } from '../../../shared/areas/rejected-skus/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { allRows } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { Page } from '../../kit/Page.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns, toneCell } from '../../table/columns.tsx'
import { ListTable, sharingTabs, useList, useListCounts } from '../../table/ListTable.tsx'
import { askedOf, choiceFilter, type ListState, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useLoading } from '../qc/moves/what-moves.tsx'
import { useReconcile } from './ReconcileDialog.tsx'
import { RejectedDrawer } from './RejectedDrawer.tsx'
import { rejectedParams } from './rejected-params.ts'

type P = typeof rejectedParams

/** What India rejected, until somebody has said of every piece what becomes of it. */
export function RejectedSkus() {
  const { t } = useLocale()
  const address = useListState(rejectedParams)
  const { tab, rejected } = address.state
  const counts = useListCounts('rejectedSkus.getRejectedSkus', askedOf(rejectedParams, address.state))
  const tabs = sharingTabs(rejectedSkus, [
    { key: 'to_reconcile', label: t('To reconcile'), count: counts.to_reconcile },
    { key: 'waiting', label: t('Waiting for next step'), count: counts.waiting },
    { key: 'reconciled', label: t('Reconciled'), count: counts.reconciled },
    { key: 'all', label: t('All'), count: counts.all },
  ])
  return (
    <Page title={t('Rejected SKUs')} tabs={tabs} tab={tab} onTab={(next) => address.set({ tab: next }, 'push')}>
      <RejectedTable key={tab} address={address} matching={counts[tab]} />
      {rejected ? <RejectedDrawer key={rejected} id={rejected} onClose={() => address.set({ rejected: '' })} /> : null}
    </Page>
  )
}

/** As many SKUs as one decision looks through. */
const MOST = 200

function RejectedTable({ address, matching }: { address: ListState<P>; matching: number | undefined }) {
  const { t } = useLocale()
  const { tab } = address.state
  const suppliers = useSupplierChoices()
  const list = useList(rejectedSkus, address, { call: 'rejectedSkus.getRejectedSkus', also: { tab } })
  const reconcile = useReconcile(list.selection.clear)
  const gathering = useLoading()
  const decide = async () => {
    const isAll = list.selection.selection.mode === 'all'
    const gather = () => allRows('rejectedSkus.getRejectedSkus', { ...list.asked, page_size: MOST }, { most: MOST + 1 })
    const chosen = isAll ? await gathering.run(gather) : list.chosen
    if (!chosen) return
    const open = chosen.filter(({ balance }) => balance > 0)
    if (open.length === 0) showToast({ tone: 'info', text: t('Nothing of these SKUs waits for a decision.') })
    else if (open.length > MOST) showToast({ tone: 'error', text: t('{{n}} SKUs at once at most.', { n: MOST }) })
    else reconcile.open({ rows: open })
  }
  const kinds = dispositionKinds.map((value) => ({ value, label: t(dispositionWords[value]) }))
  return (
    <>
      <ListTable
        list={list}
        label={t('Rejected SKUs')}
        columns={rejectedColumns}
        matching={matching}
        rowLabel={(row) => `${row.nm_sku} ${row.shipment_id} ${row.box_no}`}
        opens="rejected"
        file={{ call: contract.frame.exportRejectedSkus, ids: 'rejected_ids' }}
        filters={[
          searchFilter<P>('q', t('NM SKU, style, shipment, SSCC, note')),
          choiceFilter<P>('supplier', t('Supplier'), suppliers),
          choiceFilter<P>('kind', t('Disposition'), kinds),
        ]}
        bulk={
          <Button
            intent="primary"
            size="small"
            text={t('Decide…')}
            loading={gathering.isRunning}
            onClick={() => void decide()}
          />
        }
        empty={{
          title: t('No rejected SKUs here'),
          hint: t('Pieces that India QC rejects stand here until it is decided what becomes of each.'),
        }}
      />
      {reconcile.dialog}
    </>
  )
}

const tones = { passed: 'good', failed: 'bad', mixed: 'warn', skipped: 'neutral' } as const

export const rejectedColumns = tableColumns<RejectedSku>(rejectedSkus.fields, {
  cells: {
    style: (row, { name }) => (
      <WithPicture of={row}>
        {name(row.style_name, row.style_name_zh)} <span className="muted">{row.style_id}</span>
      </WithPicture>
    ),
    china: (row, words) => {
      const verdict = chinaVerdict(row)
      return verdict === null
        ? '–'
        : toneCell<RejectedSku>(() => ({ word: chinaWords[verdict], tone: tones[verdict] }))(row, words)
    },
  },
})
