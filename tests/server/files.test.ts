import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  bytesOf,
  type FileKey,
  type Files,
  FilesUnavailable,
  fileKey,
  MOST_BYTES,
  readKey,
} from '../../src/server/files/files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { readFilesUrl } from '../../src/server/files/s3-address.ts'
import { s3Files } from '../../src/server/files/s3-files.ts'
import { filesFolder, impatient, testStorage } from '../support/files.ts'

const places: [name: string, open: () => Promise<Files>][] = [
  ['a folder', async () => folderFiles(filesFolder())],
  ['S3-compatible storage', async () => (await testStorage()).files],
]

/** What each of them threw, all begun at once. */
async function refusalsOf(asked: Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(asked)
  return ends.map((end) => (end.status === 'rejected' ? String(end.reason.message) : 'done'))
}

/** What files are dated by: the machine's clock, also where the test's own is set to another hour. */
async function fileClock(): Promise<number> {
  const folder = filesFolder()
  await mkdir(folder)
  const probe = join(folder, 'probe')
  await writeFile(probe, '')
  return (await stat(probe)).mtimeMs
}

async function keysOf(files: Files, after?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list('photos', after)) keys.push(key)
  return keys
}

describe.each(places)('files in %s', (_, open) => {
  it('are given back as they were put, with size, type and time; none where there is none', async () => {
    // Would catch: bytes changed on the way, a type guessed from the content, a missing file told as an error.
    const files = await open()
    const key = fileKey('photos', v7())
    expect([await files.get(key), await files.stat(key)]).toEqual([null, null])
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_each, at) => (at * 7) % 256))
    await files.put(key, bytes)
    expect((await bytesOf(files, key))?.equals(bytes)).toBe(true)
    const facts = { size: 300_000, type: 'image/jpeg' }
    expect(await files.stat(key)).toMatchObject(facts)
    const content = await files.get(key)
    expect(content).toMatchObject(facts)
    expect(Math.abs((await fileClock()) - (content?.changedAt.getTime() ?? 0))).toBeLessThan(60_000)
    await content?.body.next()
    await content?.body.return(undefined)
    const paper = fileKey('uploads', v7())
    await files.put(paper, Buffer.from('<script>'))
    expect(await files.stat(paper)).toMatchObject({ size: 8, type: 'application/octet-stream' })
    await files.put(fileKey('thumbnails', v7()), Buffer.alloc(0))
  })

  it('are put again in place of the old, and deleted once or twice', async () => {
    // Would catch: a second put that fails, so that what was moved halfway stays so for ever; a clean-up that fails on what is gone.
    const files = await open()
    const key = fileKey('photos', v7())
    await files.put(key, Buffer.from('old and longer'))
    await files.put(key, Buffer.from('new'))
    expect((await bytesOf(files, key))?.toString()).toBe('new')
    await files.delete(key)
    await files.delete(key)
    expect(await files.get(key)).toBeNull()
  })

  it('are listed in the order of their keys, page after page, from anywhere', async () => {
    // Would catch: a sweep that sees the first page only, begins anew each time, or touches another kind.
    const files = await open()
    const keys = Array.from({ length: 11 }, () => fileKey('photos', v7())).sort()
    for (const key of keys) await files.put(key, Buffer.from(key))
    await files.put(fileKey('thumbnails', v7()), Buffer.from('small'))
    expect(await keysOf(files)).toEqual(keys)
    expect(await keysOf(files, keys[4])).toEqual(keys.slice(5))
    expect(await keysOf(files, keys.at(-1))).toEqual([])
    expect(await keysOf(files, `${keys[6]?.slice(0, 9)}`)).toEqual(
      keys.filter((key) => key > (keys[6] ?? '').slice(0, 9)),
    )
    for await (const one of files.list('photos')) {
      expect(one).toMatchObject({ key: keys[0], id: keys[0]?.slice(10, 46), size: keys[0]?.length })
      break
    }
  })

  it('are asked for by keys of ours alone, and are not larger than is kept', async () => {
    // Would catch: a way out of the folder or the bucket by a name that came from outside.
    const files = await open()
    const id = v7()
    const odd = ['../../etc/passwd', 'photos/../../x', `photos/00/${id}.jpg`, `photos/${id.slice(-2)}/${id}.jpg/..`, '']
    for (const text of [...odd, fileKey('photos', id).toUpperCase(), `${fileKey('photos', id)}\0`]) {
      const key = text as FileKey
      const told = await refusalsOf([
        files.put(key, Buffer.from('x')),
        files.get(key),
        files.stat(key),
        files.delete(key),
      ])
      expect.soft(told, key).toEqual(Array(4).fill('this is no key of a file'))
      expect.soft(readKey(key), key).toBeNull()
    }
    for (const name of ['../x', '', `${id}/..`, id.toUpperCase()])
      expect(() => fileKey('photos', name)).toThrow('a file is named by a uuid')
    await expect(files.put(fileKey('photos', id), Buffer.alloc(MOST_BYTES + 1))).rejects.toThrow(RangeError)
    expect(await files.stat(fileKey('photos', id))).toBeNull()
  })
})

describe('a folder', () => {
  it('is made with the first file, and nobody but its user can look into it', async () => {
    // Would catch: photographs that every user of the computer can read; folders made where none is needed.
    const folder = filesFolder()
    const files = folderFiles(folder)
    const key = fileKey('photos', v7())
    expect([await files.get(key), await keysOf(files)]).toEqual([null, []])
    await expect(stat(folder)).rejects.toThrow('ENOENT')
    await files.put(key, Buffer.from('x'))
    const modes = await Promise.all(
      ['', 'photos', key.slice(0, 9), 'unfinished', key].map(
        async (path) => (await stat(join(folder, path))).mode & 0o777,
      ),
    )
    if (platform() !== 'win32') expect(modes).toEqual([0o700, 0o700, 0o700, 0o700, 0o600])
    expect(await readdir(join(folder, 'unfinished'))).toEqual([])
  })

  it('gives whole files while others put them anew', async () => {
    // Would catch: a reader that sees half of what is being put; puts that share a temporary name. (S3 promises it; s3rver writes in place.)
    const files = folderFiles(filesFolder())
    const key = fileKey('photos', v7())
    const versions = ['a', 'b', 'c'].map((sign) => Buffer.alloc(200_000, sign))
    await files.put(key, Buffer.alloc(200_000, 'a'))
    const reads = Array.from({ length: 12 }, () => bytesOf(files, key))
    await Promise.all(versions.map((bytes) => files.put(key, bytes)))
    for (const bytes of await Promise.all(reads)) {
      expect(bytes?.length).toBe(200_000)
      expect(new Set(bytes).size).toBe(1)
    }
  })

  it('keeps nothing of a put that fails, and forgets what killed puts left after a day', async () => {
    // Would catch: half files that look whole, temporary files that pile up until the disk is full.
    const folder = filesFolder()
    const files = folderFiles(folder)
    const key = fileKey('photos', v7())
    await files.put(key, Buffer.from('x'))
    const left = join(folder, 'unfinished', 'left')
    await writeFile(left, 'half')
    await writeFile(join(folder, key.slice(0, 9), 'notes.txt'), 'not ours')
    expect(await keysOf(files)).toEqual([key])
    const day = new Date(Date.now() - 86_400_000)
    await files.removeUnfinished(day)
    await utimes(left, day, new Date(day.getTime() - 1_000))
    expect(await readdir(join(folder, 'unfinished'))).toEqual(['left'])
    await files.removeUnfinished(day)
    expect(await readdir(join(folder, 'unfinished'))).toEqual([])
    // A file stands where the folder of the next one should be.
    const other = fileKey('thumbnails', v7())
    await writeFile(join(folder, 'thumbnails'), 'in the way')
    const failed = files.put(other, Buffer.from('y'))
    await expect(failed).rejects.toThrow(FilesUnavailable)
    await expect(failed).rejects.toThrow(`The folder of photographs and files ${folder} cannot be used (`)
    expect(await readdir(join(folder, 'unfinished'))).toEqual([])
    await rm(join(folder, 'thumbnails'))
    await mkdir(join(folder, 'thumbnails'))
    await files.put(other, Buffer.from('y'))
    expect((await bytesOf(files, other))?.toString()).toBe('y')
  })
})

describe('storage', () => {
  it('is asked again where it has too much to do, three times in all, and then it is said in words', async () => {
    // Would catch: a photograph refused for one hiccup; a server that asks for ever; an error without a reason.
    const storage = await testStorage()
    const key = fileKey('photos', v7())
    storage.failNext(2)
    await storage.files.put(key, Buffer.from('x'))
    expect(storage.asked.map((each) => each.slice(0, 3))).toEqual(['PUT', 'PUT', 'PUT'])
    expect(storage.asked[0]).toBe(`PUT /selvedge/house/one/${key}`)
    storage.failNext(3)
    await expect(storage.files.get(key)).rejects.toThrow(
      /^The file storage 127.0.0.1:\d+ cannot do this now \(SlowDown\)\.$/,
    )
    await storage.fall()
    const down = storage.files.put(key, Buffer.from('y'))
    await expect(down).rejects.toThrow(FilesUnavailable)
    await expect(down).rejects.toThrow(/does not answer: .*ECONNREFUSED/)
    await storage.rise()
    expect((await bytesOf(storage.files, key))?.toString()).toBe('x')
  })

  it('that refuses our key, has no such bucket, or leads elsewhere is told apart from a file that is not there', async () => {
    // Would catch: photographs reported lost, or swept as orphans, because somebody changed a password.
    const storage = await testStorage()
    const key = fileKey('photos', v7())
    const at = (url: string) => s3Files(readFilesUrl(url), 'one/', impatient)
    const wrong = at(storage.url.replace('secret', 'other'))
    const told = await refusalsOf([wrong.put(key, Buffer.from('x')), wrong.get(key), wrong.delete(key), keysOf(wrong)])
    const noKey = 'refuses the key of FILES_URL for bucket selvedge (SignatureDoesNotMatch).'
    expect(told.map((words) => words.replace(/^The file storage 127.0.0.1:\d+ /, ''))).toEqual(Array(4).fill(noKey))
    const nowhere = at(storage.url.replace('/selvedge', '/no-bucket'))
    for (const words of await refusalsOf([nowhere.put(key, Buffer.from('x')), nowhere.get(key), keysOf(nowhere)]))
      expect(words).toMatch(/^The file storage 127.0.0.1:\d+ has no bucket no-bucket\.$/)
    const elsewhere = createServer((_request, response) => response.writeHead(307, { location: storage.url }).end())
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()))
    onTestFinished(() => void elsewhere.close())
    const { port } = elsewhere.address() as AddressInfo
    const led = at(`http://key:secret@127.0.0.1:${port}/selvedge`)
    await expect(led.get(key)).rejects.toThrow('is not at 127.0.0.1')
  })

  it('that hangs is waited for a while only, before an answer and within one', async () => {
    // Would catch: calls that never end, and with them a browser whose six connections are all taken.
    let isSilent = true
    const hanging = createServer((_request, response) => {
      if (!isSilent) response.writeHead(200, { 'content-length': '100' }).write('ten bytes.')
    })
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', () => resolve()))
    onTestFinished(() => {
      hanging.closeAllConnections()
      hanging.close()
    })
    const { port } = hanging.address() as AddressInfo
    const files = s3Files(readFilesUrl(`http://key:secret@127.0.0.1:${port}/selvedge`), 'one/', impatient)
    const started = performance.now()
    await expect(files.get(fileKey('photos', v7()))).rejects.toThrow('does not answer: it took too long')
    expect(performance.now() - started).toBeLessThan(4_000)
    isSilent = false
    await expect(bytesOf(files, fileKey('photos', v7()))).rejects.toThrow('does not answer: it took too long')
  })
})

describe('FILES_URL', () => {
  it('is read in its forms', () => {
    // Would catch: photographs sent in clear where nobody asked for it; a secret with a slash in it that is cut.
    const usual = readFilesUrl('s3://KEY:S%2Fe%2Bc@s3.eu-central-1.amazonaws.com/photos-of-house?region=eu-central-1')
    expect(usual).toEqual({
      url: 'https://s3.eu-central-1.amazonaws.com/photos-of-house/',
      host: 's3.eu-central-1.amazonaws.com',
      bucket: 'photos-of-house',
      prefix: '',
      region: 'eu-central-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'S/e+c',
    })
    const url = (text: string) => readFilesUrl(text).url
    expect(url('https://k:s@minio.house:9000/bucket')).toBe('https://minio.house:9000/bucket/')
    expect(url('s3://k:s@minio:9000/bucket?tls=false')).toBe('http://minio:9000/bucket/')
    expect(url('http://k:s@minio:9000/bucket')).toBe('http://minio:9000/bucket/')
    expect(url('s3://k:s@oss-cn-hangzhou.aliyuncs.com/bucket?style=host')).toBe(
      'https://bucket.oss-cn-hangzhou.aliyuncs.com/',
    )
    expect(readFilesUrl('s3://k:s@host/bucket/a/b_c').prefix).toBe('a/b_c/')
    expect(readFilesUrl('s3://k:s@host/bucket').region).toBe('us-east-1')
  })

  it('is refused in words that hold no secret', () => {
    // Would catch: a typing mistake that stores photographs in clear or nowhere; a secret in the log of a failed start.
    const wrong = [
      ...['', 'nonsense', 'ftp://key:s3cret@host/bucket', 's3://host/bucket', 's3://key@host/bucket'],
      ...['s3://key:s3cret@host', 's3://key:s3cret@host/Bucket', 's3://key:s3cret@host/bucket/../x y'],
      ...['s3://key:s3cret@host/bucket?tsl=false', 's3://key:s3cret@host/bucket?tls=no', 's3://key:s3cret@host/b'],
      ...['https://key:s3cret@host/bucket?tls=false', 'http://key:s3cret@host/bucket?tls=true'],
      ...[
        's3://key:s3cret@host/bucket?style=odd',
        's3://key:s3cret%@host/bucket',
        's3://k:s3cret@host/bucket?region=a/b',
      ],
    ]
    for (const text of wrong) {
      expect.soft(() => readFilesUrl(text), text).toThrow(/^FILES_URL [a-z]/)
      expect.soft(() => readFilesUrl(text), text).not.toThrow('s3cret')
    }
  })
})
