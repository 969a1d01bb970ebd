import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useNamed } from '../../../i18n/named.ts'
import { QuantityInput } from '../../../kit/QuantityInput.tsx'
import { type ChangeableLine, type ChangeableLines, changeFault, type WantedPieces, wantedOf } from './line-changes.ts'

interface ChangeLinesTableProps {
  label: string
  choice: ChangeableLines
  /** What was looked for on the platform stands first. */
  isSearched: boolean
  wanted: WantedPieces
  onType: (key: string, pieces: number) => void
  /** More is ready on the platform than is shown. */
  onMore?: () => void
}

export function ChangeLinesTable({ label, choice, isSearched, wanted, onType, onMore }: ChangeLinesTableProps) {
  const { t } = useTranslation()
  const heads = [t('Order'), t('NM SKU'), t('Style'), t('Colour'), t('Size')]
  const own = { title: t('In the shipment'), lines: choice.own }
  const others = { title: t('Ready on the platform'), lines: choice.others }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className="plain-scroll" tabIndex={0} aria-label={label}>
      <table className="plain-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
            <th className="end">{t('In boxes')}</th>
            <th className="end">{t('Free on the platform')}</th>
            <th className="end">{t('In the shipment')}</th>
            <th>
              <span className="sr-only">{t('Take out')}</span>
            </th>
          </tr>
        </thead>
        {(isSearched ? [others, own] : [own, others]).map(({ title, lines }) => (
          <tbody key={title}>
            <tr className="change-group">
              <th scope="rowgroup" colSpan={9}>
                {title}
              </th>
            </tr>
            {lines.map((line) => (
              <LineRow key={line.key} line={line} wanted={wanted} onType={onType} />
            ))}
            {lines.length === 0 ? (
              <tr>
                <td colSpan={9} className="muted">
                  {t('Nothing matches')}
                </td>
              </tr>
            ) : null}
          </tbody>
        ))}
      </table>
      {onMore ? (
        <p className="change-more">
          <Button size="small" text={t('Show more of the platform')} onClick={onMore} />
        </p>
      ) : null}
    </section>
  )
}

function LineRow({
  line,
  wanted,
  onType,
}: Pick<ChangeLinesTableProps, 'wanted' | 'onType'> & { line: ChangeableLine }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const quantity = wantedOf(line, wanted)
  const name = `${line.order_id} ${line.nm_sku}`
  return (
    <tr data-changed={quantity !== line.held || undefined} data-out={quantity === 0 || undefined}>
      <td className="code">{line.order_id}</td>
      <td className="code">{line.nm_sku}</td>
      <td>{line.style_id}</td>
      <td>{named(line.color, line.color_zh)}</td>
      <td>{line.size}</td>
      <td className="end">{line.inBoxes > 0 ? formats.number(line.inBoxes) : '–'}</td>
      <td className="end">{formats.number(Math.max(0, line.most - quantity))}</td>
      <td className="end">
        <QuantityInput
          value={quantity || null}
          placeholder="0"
          label={`${t('In the shipment')}, ${name}`}
          isInvalid={changeFault(line, wanted) !== null}
          onChange={(pieces) => onType(line.key, pieces ?? 0)}
        />
      </td>
      <td>
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label={`${t('Take out')}, ${name}`}
          disabled={quantity === 0 || line.inBoxes > 0}
          onClick={() => onType(line.key, 0)}
        />
      </td>
    </tr>
  )
}
