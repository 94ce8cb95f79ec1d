-- Read a game to go on from where somebody has folded it: from its snapshot if there is one, else
-- from the start; or from the revision that the caller keeps.
--
-- KEYS  stream, snapshot, labels, stubs: all in the bucket of the game.
-- ARGV  revision that is kept, or '' for the snapshot's; the schema whose snapshots can be read, or
--       '' to read from the start; the version of the labels that are known, or '-';
--       the most entries that are wanted, or '' for all; the game.
-- Reply {length of the stream, last id ever given ('' unless from the start), revision it begins
--        at (0: the start), snapshot or '', entries from that revision on, itself included,
--        all labels, or '' if they are known, what stays of the game if it was put away}
--
-- One script, so that what it says of one moment is of one moment: an append in between would
-- otherwise look like damage.

local stream, snapshot, labels, away = unpack(KEYS)
local from, body = tonumber(ARGV[1]) or 0, ''

if ARGV[1] == '' and ARGV[2] ~= '' and redis.call('TYPE', snapshot).ok == 'hash' then
  local kept = redis.call('HMGET', snapshot, 'revision', 'schema', 'body')
  local number = string.match(kept[1] or '', '^[1-9]%d*$')
  if kept[2] == ARGV[2] and kept[3] and number and #number < 16 then  -- else it is no id
    from, body = tonumber(number), kept[3]
  end
end

local length, last = redis.call('XLEN', stream), ''
if from == 0 and redis.call('EXISTS', stream) == 1 then
  local about = redis.call('XINFO', 'STREAM', stream)
  for n = 1, #about, 2 do
    if about[n] == 'last-generated-id' then last = about[n + 1] end
  end
end

local first = '-'
if from > 0 then
  first = string.format('%d-0', from)
end

-- Whatever else lies there has no labels. `version` may be of labels that were there once.
local called, version, are = '', '', redis.call('TYPE', labels).ok == 'hash'
if are then
  version = redis.call('HGET', labels, 'version') or ''
end
if ARGV[3] == '-' or version ~= ARGV[3] then
  called = are and redis.call('HGETALL', labels) or {}
end
local entries
if ARGV[4] == '' then
  entries = redis.call('XRANGE', stream, first, '+')
else
  entries = redis.call('XRANGE', stream, first, '+', 'COUNT', ARGV[4])
end
-- If something else lies there, nothing of this game does.
local stub = length == 0 and redis.pcall('HGET', away, ARGV[5])
if type(stub) ~= 'string' then stub = '' end
return {length, last, from, body, entries, called, stub}
