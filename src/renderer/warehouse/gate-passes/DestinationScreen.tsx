import './gate-passes.css'
import { Button } from '@blueprintjs/core'
import { Cube } from '@blueprintjs/icons'
import { useListCounts } from '../../table/ListTable.tsx'
import { askedOf, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { PassDrawer } from './PassDrawer.tsx'
import { PassList } from './PassList.tsx'
import { PendingInwards } from './PendingInwards.tsx'
import { arrivalTabs, destinationParams, passTabWords } from './pass-list.ts'
import { ReceiveScan } from './ReceiveScan.tsx'

/** Warehouse › Destination: what is on its way to a site of ours, the longest on the road first. */
export function DestinationScreen() {
  const { t } = useLocale()
  return <Arrivals title={t('Warehouse destination')} />
}

/** Retail › Store inwards: the same for shops. */
export function StoreInwardsScreen() {
  const { t } = useLocale()
  return <Arrivals title={t('Store inwards')} kind="shop" />
}

const columns = ['gate_pass', 'status', 'from', 'to', 'boxes', 'sent', 'received', 'pending', 'age_days', 'carrier']
/** Of a shop, often on a phone: what is to come, and since when, stands first. */
const shopColumns = ['gate_pass', 'status', 'pending', 'age_days', 'from', 'to', 'boxes', 'sent', 'received', 'carrier']

function Arrivals({ title, kind }: { title: string; kind?: 'shop' }) {
  const { t } = useLocale()
  const address = useListState(destinationParams)
  const { tab, pass, view, scan, site, pending } = address.state
  const { set } = address
  const ofKind = kind === undefined ? {} : { receives_at_kind: kind }
  const counts = useListCounts('gatePasses.gatepasses', { ...askedOf(destinationParams, address.state), ...ofKind })
  if (scan) {
    const number = scan === 'boxes' ? null : scan
    return (
      <ReceiveScan
        number={number}
        site={site || null}
        onBack={() => set(number === null ? { scan: '' } : { scan: '', pass: number, view: 'items' }, 'push')}
      />
    )
  }
  return (
    <PassList
      address={address as never}
      tableId={kind === undefined ? 'gate-pass-arrivals' : 'store-inwards'}
      also={{ tab, sort: 'oldest', ...ofKind }}
      matching={counts[tab]}
      siteLabel={t('Sent to')}
      {...(kind && { siteKind: kind })}
      columns={kind === undefined ? columns : shopColumns}
      page={{
        title,
        tabs: arrivalTabs.map((one) => ({ key: one, label: t(passTabWords[one]), count: counts[one] })),
        tab,
        onTab: (next) => set({ tab: next as typeof tab }, 'push'),
        tools: (
          <>
            {kind === 'shop' ? (
              <Button text={t('Pending inwards…')} onClick={() => set({ pending: true }, 'push')} />
            ) : null}
            <Button
              intent="primary"
              icon={<Cube />}
              text={t('Receive boxes by scan')}
              onClick={() => set({ scan: 'boxes' }, 'push')}
            />
          </>
        ),
      }}
      empty={{
        title: tab === 'on_way' ? t('Nothing is on the road') : t('No gate passes here'),
        hint: t('What others send stands here from the moment it is submitted.'),
      }}
    >
      {pending && kind === 'shop' && !pass ? (
        <PendingInwards
          store={site}
          onOpen={(gatePass) => set({ pending: false, pass: gatePass }, 'push')}
          onClose={() => set({ pending: false })}
        />
      ) : null}
      {pass ? (
        <PassDrawer
          key={pass}
          number={pass}
          side="destination"
          view={view}
          onView={(next) => set({ view: next })}
          onScan={() => set({ scan: pass, pass: '' }, 'push')}
          onClose={() => set({ pass: '', view: 'items' })}
        />
      ) : null}
    </PassList>
  )
}
