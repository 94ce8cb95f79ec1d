-- Put one summary into the listing, unless a newer one is there.
--
-- KEYS  summaries (hash: game -> JSON), index (sorted set, all scores 0).
-- ARGV  game, revision, summary, then the index members the game is to have (none: not listed).
-- Reply 1 put | 0 there was a newer one.
--
-- The value is `<revision> <members>\n<JSON>`, so that what is replaced can be taken out of the
-- index without knowing what a summary means.

local summaries, index = KEYS[1], KEYS[2]
local game, revision, summary = ARGV[1], ARGV[2], ARGV[3]

local old = redis.call('HGET', summaries, game)
if old then
  local old_revision, members = string.match(old, '^(%d+) ([^\n]*)\n')
  -- What nobody can have written here is no row, and gives way.
  if old_revision and tonumber(old_revision) > tonumber(revision) then
    return 0
  end
  for member in string.gmatch(members or '', '%S+') do
    redis.call('ZREM', index, member)
  end
end

local members = {}
for n = 4, #ARGV do
  redis.call('ZADD', index, 0, ARGV[n])
  members[#members + 1] = ARGV[n]
end
redis.call('HSET', summaries, game, revision .. ' ' .. table.concat(members, ' ') .. '\n' .. summary)
return 1
