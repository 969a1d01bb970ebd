/** Where S3-compatible storage is, and the key to it. */
export interface S3Address {
  /** Of the bucket, with a `/` at its end and without the key: `https://host:port/bucket/`. */
  url: string
  host: string
  bucket: string
  /** Before every name in the bucket: empty, or with a `/` at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** FILES_URL cannot be used. The message may be shown; it holds no key. */
export class BadFilesSetting extends Error {}

const FORM = 's3://KEY:SECRET@host:port/bucket?region=eu-central-1'

/**
 * Reads FILES_URL: `s3://KEY:SECRET@host:port/bucket/folder?region=…&tls=…&style=…`, or the same with https (http for `tls=false`).
 * Key and secret are written as in any URL: `/` is `%2F`, `%` is `%25`. `style=host` puts the bucket before the host instead of
 * behind it. Throws `BadFilesSetting`.
 */
export function readFilesUrl(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['s3:', 'https:', 'http:'].includes(url.protocol)) throw bad(`takes an address such as ${FORM}.`)
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean)
  if (!url.host || !url.username || !url.password) throw bad(`needs host, key and secret: ${FORM}.`)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw bad(`needs the name of a bucket behind the host: ${FORM}.`)
  if (folders.some((folder) => !/^[\w-]+$/.test(folder)))
    throw bad('takes folders of letters, digits, - and _ behind the bucket.')
  const { region, tls, style } = optionsOf(url)
  const isClear = url.protocol === 'http:' || tls === 'false'
  const place = style === 'host' ? `${bucket}.${url.host}/` : `${url.host}/${bucket}/`
  return {
    url: `${isClear ? 'http' : 'https'}://${place}`,
    host: url.host,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  }
}

function optionsOf({ searchParams, protocol }: URL): { region: string; tls: string; style: string } {
  const unknown = [...searchParams.keys()].find((name) => !['region', 'tls', 'style'].includes(name))
  if (unknown !== undefined) throw bad(`knows region, tls and style, not "${unknown}".`)
  const region = searchParams.get('region') ?? 'us-east-1'
  const tls = searchParams.get('tls') ?? (protocol === 'http:' ? 'false' : 'true')
  const style = searchParams.get('style') ?? 'path'
  if (!/^[\w-]+$/.test(region)) throw bad('takes a region such as eu-central-1.')
  if (!['true', 'false'].includes(tls)) throw bad('takes tls=true or tls=false.')
  if (tls === (protocol === 'http:' ? 'true' : protocol === 'https:' ? 'false' : ''))
    throw bad('says tls twice, and not alike.')
  if (!['path', 'host'].includes(style)) throw bad('takes style=path or style=host.')
  return { region, tls, style }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw bad('has a % in its key or secret that must be written as %25.')
  }
}

function bad(what: string): BadFilesSetting {
  return new BadFilesSetting(`FILES_URL ${what}`)
}
