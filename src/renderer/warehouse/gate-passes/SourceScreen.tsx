import './gate-passes.css'
import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { passTabs } from '../../../shared/areas/gate-passes/filters.ts'
import { useRight } from '../../session/use-right.ts'
import { useListCounts } from '../../table/ListTable.tsx'
import { askedOf, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useMakePass } from './MakePassDialog.tsx'
import { PackScan } from './PackScan.tsx'
import { PassDrawer } from './PassDrawer.tsx'
import { PassList } from './PassList.tsx'
import { PassSettingsButton } from './PassSettingsDrawer.tsx'
import { PlanByScreen } from './PlanByScreen.tsx'
import { PlanScan } from './PlanScan.tsx'
import { passTabWords, sourceParams } from './pass-list.ts'

/** Warehouse › Source: what leaves a site of ours, from the plan to the road. */
export function SourceScreen() {
  const { t } = useLocale()
  const maySend = useRight('gatePassSend')
  const address = useListState(sourceParams)
  const { tab, pass, view, pack, plan, planscan } = address.state
  const { set } = address
  const counts = useListCounts('gatePasses.gatepasses', askedOf(sourceParams, address.state))
  const make = useMakePass((number) => set({ tab: 'draft', pass: number, view: 'items' }, 'push'))
  if (pack) return <PackScan number={pack} onBack={() => set({ pack: '', pass: pack, view: 'boxes' }, 'push')} />
  if (plan) return <PlanByScreen number={plan} onBack={() => set({ plan: '', pass: plan, view: 'items' }, 'push')} />
  if (planscan)
    return <PlanScan number={planscan} onBack={() => set({ planscan: '', pass: planscan, view: 'items' }, 'push')} />
  return (
    <PassList
      address={address as never}
      tableId="gate-passes"
      also={{ tab }}
      matching={counts[tab]}
      siteLabel={t('Sent from')}
      columns={['gate_pass', 'status', 'type', 'from', 'to', 'boxes', 'planned', 'packed', 'age_days']}
      page={{
        title: t('Warehouse source'),
        tabs: passTabs.map((one) => ({ key: one, label: t(passTabWords[one]), count: counts[one] })),
        tab,
        onTab: (next) => set({ tab: next as typeof tab }, 'push'),
        tools: (
          <>
            <PassSettingsButton />
            {maySend ? (
              <Button intent="primary" icon={<Plus />} text={t('New gate pass…')} onClick={() => make.open()} />
            ) : null}
          </>
        ),
      }}
      empty={{
        title: t('No gate passes here'),
        hint: t(
          'A gate pass says what goes where: by scan, by screen or by sheet. Its paper is issued when it is submitted.',
        ),
      }}
    >
      {pass ? (
        <PassDrawer
          key={pass}
          number={pass}
          side="source"
          view={view}
          onView={(next) => set({ view: next })}
          onScan={() => set({ pack: pass, pass: '' }, 'push')}
          onPlan={() => set({ plan: pass, pass: '' }, 'push')}
          onPlanScan={() => set({ planscan: pass, pass: '' }, 'push')}
          onClose={() => set({ pass: '', view: 'items' })}
        />
      ) : null}
      {make.dialog}
    </PassList>
  )
}
