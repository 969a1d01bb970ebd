import './stock-counts.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { StockCountRow } from '../../../shared/areas/stock-counts/calls.ts'
import { stockCountStateWords, stockCounts } from '../../../shared/areas/stock-counts/lists.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { checkField, describedForm, FormFields, optionalText, remarkField } from '../../forms/described.tsx'
import { ChoiceField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { tableColumns, toneCell } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { askedOf, choiceFilter, searchFilter, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { CountScan } from './CountScan.tsx'
import { StockCountDrawer } from './StockCountDrawer.tsx'
import { stateTones, stockCountParams } from './stock-count-list.ts'

type P = typeof stockCountParams
type Sites = CallData<'stockCounts.getCountSites'>['sites']

/** Warehouse › Stock counts: what lies there beside what the books say, counted by scan, by hand or by sheet. */
export function StockCountsScreen() {
  const { t, name } = useLocale()
  const address = useListState(stockCountParams)
  const { tab, count, scan, view } = address.state
  const { set } = address
  const list = useList(stockCounts, address, { call: 'stockCounts.getStockCounts', also: { tab } })
  const counts = useListCounts('stockCounts.getStockCounts', askedOf(stockCountParams, address.state))
  const sites = useAnswer('stockCounts.getCountSites', {})
  const start = useDialog(StartCountDialog, {
    onStarted: (number: string) => set({ tab: 'open', count: number, view: 'places' }, 'push'),
  })
  const columns = useMemo(
    () =>
      tableColumns(stockCounts.fields, {
        cells: {
          state: toneCell(({ state }: StockCountRow) => ({
            word: stockCountStateWords[state],
            tone: stateTones[state],
          })),
        },
      }),
    [],
  )
  if (scan) return <CountScan number={scan} onBack={() => set({ scan: '', count: scan }, 'push')} />
  const siteChoices = (sites.data?.sites ?? []).map((site) => ({
    value: site.site,
    label: name(site.site_name, site.site_name_zh),
  }))
  return (
    <ListScreen
      page={{
        title: t('Stock counts'),
        tabs: [
          { key: 'open', label: t('Under way'), count: counts.open },
          { key: 'posted', label: t('Posted'), count: counts.posted },
          { key: 'cancelled', label: t('Cancelled'), count: counts.cancelled },
          { key: 'all', label: t('All'), count: counts.all },
        ],
        tab,
        onTab: (next) => set({ tab: next }, 'push'),
        tools: <Button intent="primary" icon={<Plus />} text={t('New stock count…')} onClick={() => start.open()} />,
      }}
      list={list}
      label={t('Stock counts')}
      columns={columns}
      matching={counts[tab]}
      hasSelection={false}
      opens="count"
      file={{ call: contract.frame.exportStockCounts, ids: 'numbers' }}
      filters={[searchFilter<P>('q', t('Stock count, site')), choiceFilter<P>('site', t('Site or shop'), siteChoices)]}
      empty={{
        title: t('No stock counts here'),
        hint: t('A count says what lies on each shelf; posting it puts the books right, with a reason.'),
      }}
    >
      {count ? (
        <StockCountDrawer
          key={count}
          number={count}
          view={view}
          onView={(next) => set({ view: next })}
          onScan={() => set({ scan: count, count: '' }, 'push')}
          onClose={() => set({ count: '', view: 'places' })}
        />
      ) : null}
      {start.dialog}
    </ListScreen>
  )
}

interface StartProps extends DialogTurn {
  onStarted: (number: string) => void
}

function StartCountDialog({ onStarted, ...turn }: StartProps) {
  const { t } = useTranslation()
  const sites = useAnswer('stockCounts.getCountSites', {})
  return (
    <Modal {...turn} title={t('New stock count')} width={460} isTyped>
      <Loaded answer={sites} rows={3}>
        {(found) => <StartForm sites={found.sites} onClose={turn.onClose} onStarted={onStarted} />}
      </Loaded>
    </Modal>
  )
}

const startForm = describedForm({
  is_blind: checkField(key('Blind: whoever counts does not see what should be there')),
  remark: remarkField(key('Remark'), { reads: optionalText() }),
})

function StartForm({
  sites,
  onClose,
  onStarted,
}: {
  sites: Sites
  onClose: () => void
  onStarted: StartProps['onStarted']
}) {
  const { t, name } = useLocale()
  const form = useSentForm(
    startForm.schema.extend({ site: z.string().min(1, key('Please choose a site.')) }),
    { ...startForm.empty, site: sites.length === 1 ? (sites[0]?.site ?? '') : '' },
    {
      draft: 'new-stock-count',
      what: t('New stock count'),
      send: ({ remark, ...rest }, options) =>
        api.stockCounts.startStockCount({ ...rest, ...(remark && { remark }) }, options),
      done: ({ data }) => t('Stock count {{number}} is open.', { number: data.count.number }),
      refresh: ['stockCounts'],
      after: ({ data }) => {
        onClose()
        onStarted(data.count.number)
      },
    },
  )
  const choices = sites.map(
    ({ site, site_name, site_name_zh }) => [site, `${site} · ${name(site_name, site_name_zh)}`] as const,
  )
  return (
    <form noValidate onSubmit={form.send}>
      <DialogParts onCancel={onClose} step={{ text: t('Start counting'), isRunning: form.isSending }}>
        <div className="form-stack">
          <ChoiceField
            {...form.field('site')}
            label={t('Site or shop')}
            choices={[...(choices.length === 1 ? [] : [['', t('Choose a site…')] as const]), ...choices]}
          />
          <FormFields of={startForm} form={form} />
        </div>
      </DialogParts>
    </form>
  )
}
