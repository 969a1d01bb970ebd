import type { useAnswer } from '../../actions/useRows.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'

interface LaunchHistoryProps {
  launches: ReturnType<typeof useAnswer<'launch.getLaunches'>>
  /** Of all vendors. */
  isStaff: boolean
}

/** What was launched, newest first, and where its styles stand. */
export function LaunchHistory({ launches, isStaff }: LaunchHistoryProps) {
  const { t, name, instant, number } = useLocale()
  const nothing = (
    <EmptyState
      title={t('Nothing was launched yet')}
      text={t('What you launch stands here with what becomes of it.')}
    />
  )
  const heads = [
    t('Launch'),
    t('When'),
    ...(isStaff ? [t('Supplier')] : []),
    t('Workbook'),
    t('New colours'),
    t('Styles'),
  ]
  return (
    <Loaded answer={launches} rows={4} empty={{ is: (data) => data.launches.length === 0, shows: nothing }}>
      {({ launches: rows }) => (
        <table className="launch-table" aria-label={t('Launched before')}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.launch_id}>
                <td className="code">{row.launch_id}</td>
                <td className="is-day">
                  {instant(row.created_at)}
                  <br />
                  <span className="muted">{row.created_by}</span>
                </td>
                {isStaff ? <td>{name(row.supplier_name, row.supplier_name_zh)}</td> : null}
                <td>{row.file_name}</td>
                <td className="is-number">{number(row.colours)}</td>
                <td>
                  <div className="launch-styles">
                    {row.styles.map((style) => (
                      <WithPicture
                        key={style.code}
                        of={{
                          picture: style.picture,
                          style_id: style.code,
                          style_name: style.name,
                          style_name_zh: style.name_zh,
                        }}
                      >
                        <span className="code">{style.vendor_style}</span> <StatusTag status={style.status} />
                      </WithPicture>
                    ))}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Loaded>
  )
}
