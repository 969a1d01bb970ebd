import type { LaunchRow } from '../../../shared/areas/launch/calls.ts'
import { launchList } from '../../../shared/areas/launch/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns } from '../../table/columns.tsx'
import { ListTable, type UsedList } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'

export const launchTabs = ['drop', 'all', 'again'] as const

export const launchParams = {
  tab: oneOfParam([...launchTabs], 'drop'),
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  launch: placeParam(textParam()),
}

interface LaunchHistoryProps {
  list: UsedList<'launch.getLaunches', typeof launchParams>
  /** Of all vendors. */
  isStaff: boolean
}

/** What was launched, newest first, and where its styles stand. */
export function LaunchHistory({ list, isStaff }: LaunchHistoryProps) {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const { state, set } = list
  const filters: Filter<typeof launchParams>[] = [
    searchFilter('search', t('Launch, workbook or style')),
    ...(isStaff ? [choiceFilter<typeof launchParams>('supplier', t('Supplier'), suppliers)] : []),
  ]
  return (
    <>
      <ListTable
        list={list}
        label={t('Launched before')}
        columns={isStaff ? columns : vendorColumns}
        tableId={isStaff ? 'launches' : 'launches-vendor'}
        opens="launch"
        file={{ call: contract.frame.exportLaunches, ids: 'launch_ids' }}
        filters={filters}
        empty={{
          title: t('Nothing was launched yet'),
          hint: t('What you launch stands here with what becomes of it.'),
        }}
      />
      {state.launch === '' ? null : <LaunchDrawer id={state.launch} onClose={() => set({ launch: '' })} />}
    </>
  )
}

function LaunchDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, name, instant } = useLocale()
  const answer = useAnswer('launch.getLaunches', { launch_ids: [id], part: 'rows' })
  return (
    <LoadedDrawer
      answer={answer}
      title={id}
      onClose={onClose}
      missing={t('This launch is not there')}
      empty={{ is: ({ rows }) => rows.length === 0, shows: <p className="muted">{t('This launch is not there')}</p> }}
    >
      {({ rows: [launch] }) => (
        <Drawer isOpen of={launch} title={`${id} · ${launch?.file_name ?? ''}`} onClose={onClose}>
          <Section>
            <p className="muted">
              {launch ? `${instant(launch.created_at, launch)} · ${launch.created_by}` : null}
              {launch ? ` · ${name(launch.supplier_name, launch.supplier_name_zh)}` : null}
            </p>
          </Section>
          <Section title={t('Styles')}>
            <div className="launch-styles is-list">
              {launch?.styles.map((style) => (
                <WithPicture key={style.code} of={pictured(style)}>
                  <span className="code">{style.vendor_style}</span> {name(style.name, style.name_zh)}{' '}
                  <StatusTag status={style.status} />
                </WithPicture>
              ))}
            </div>
          </Section>
        </Drawer>
      )}
    </LoadedDrawer>
  )
}

const pictured = (style: LaunchRow['styles'][number]) => ({
  ...{ picture: style.picture, style_id: style.code, style_name: style.name, style_name_zh: style.name_zh },
})

/** Styles of a launch that a line of the list shows. */
const FACES = 3

const columns = tableColumns<LaunchRow>(launchList.fields, {
  cells: {
    styles: ({ styles }) => (
      <span className="launch-faces">
        {styles.slice(0, FACES).map((style) => (
          <WithPicture key={style.code} of={pictured(style)}>
            <span className="code">{style.vendor_style}</span>
          </WithPicture>
        ))}
        {styles.length > FACES ? <span className="muted">+{styles.length - FACES}</span> : null}
      </span>
    ),
  },
})

/** A vendor knows who it is. */
const vendorColumns = columns.filter(({ id }) => id !== 'supplier')
