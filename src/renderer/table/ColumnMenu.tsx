import { Button, PopoverNext } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, ColumnLayout as Columns, Pin } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { ColumnLayout } from './column-layout.ts'
import type { Column } from './columns.tsx'
import type { Locale } from './words.ts'

interface ColumnMenuProps<R> {
  layout: ColumnLayout<R>
  columns: readonly Column<R>[]
  words: Locale
  onHelp: () => void
}

/** Show, hide, pin and order columns, choose the density, start over. */
export function ColumnMenu<R>(props: ColumnMenuProps<R>) {
  const { t } = props.words
  return (
    <PopoverNext content={<MenuBody {...props} />} placement="bottom-end" animation="minimal" arrow={false}>
      <Button variant="minimal" size="small" icon={<Columns />} aria-label={t('Columns')} title={t('Columns')} />
    </PopoverNext>
  )
}

function MenuBody<R>({ layout, columns, words: { t }, onHelp }: ColumnMenuProps<R>) {
  const { table } = layout
  const order = table.state.columnOrder
  const byId = new Map(columns.map((column) => [column.id, column]))
  return (
    <div className="dt-menu">
      <ul>
        {order.map((id, at) => {
          const column = byId.get(id)
          const tableColumn = table.getColumn(id)
          if (!column || !tableColumn) return null
          const name = t(column.header)
          const isPinned = tableColumn.getIsPinned() === 'start'
          return (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={tableColumn.getIsVisible()}
                  onChange={(event) => tableColumn.toggleVisibility(event.target.checked)}
                />
                <span>{name}</span>
              </label>
              <MenuButton
                icon={<ArrowUp size={12} />}
                label={t('Move {{name}} up', { name })}
                isOff={at === 0}
                onPress={() => swap(at, at - 1)}
              />
              <MenuButton
                icon={<ArrowDown size={12} />}
                label={t('Move {{name}} down', { name })}
                isOff={at === order.length - 1}
                onPress={() => swap(at, at + 1)}
              />
              <MenuButton
                icon={<Pin size={12} />}
                label={isPinned ? t('Unpin {{name}}', { name }) : t('Pin {{name}}', { name })}
                isOn={isPinned}
                onPress={() => tableColumn.pin(isPinned ? false : 'start')}
              />
            </li>
          )
        })}
      </ul>
      <div className="dt-menu-foot">
        <label>
          <input
            type="checkbox"
            checked={!layout.isDense}
            onChange={(event) => layout.setDense(!event.target.checked)}
          />
          <span>{t('Roomy rows')}</span>
        </label>
        <Button variant="minimal" size="small" text={t('Keys')} onClick={onHelp} />
        <Button variant="minimal" size="small" text={t('Start over')} onClick={layout.reset} />
      </div>
    </div>
  )

  function swap(from: number, to: number): void {
    const id = order[from]
    const other = order[to]
    if (id !== undefined && other !== undefined) layout.moveBefore(id, other)
  }
}

interface MenuButtonProps {
  icon: ReactElement
  label: string
  isOff?: boolean
  isOn?: boolean
  onPress: () => void
}

function MenuButton({ icon, label, isOff = false, isOn = false, onPress }: MenuButtonProps) {
  return (
    <Button
      variant="minimal"
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={isOff}
      active={isOn}
      onClick={onPress}
    />
  )
}
