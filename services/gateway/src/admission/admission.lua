-- KEYS[1] rate window, KEYS[2] key record (absent when only the window is asked; both share a hash tag)
-- ARGV[1] requests per 60 s, ARGV[2] field of the record, ARGV[3] what to store there first ('' when nothing), ARGV[4] its expiry in Unix ms
-- Answers {Redis' time in ms, record or false, 1 if the request is allowed, requests left, seconds until one is allowed}.

local clock = redis.call('TIME')
local now = tonumber(clock[1])
local nowMs = now * 1000 + math.floor(tonumber(clock[2]) / 1000)
local limit = tonumber(ARGV[1])
local record = false

-- As many fields as there may be gateways with a secret of their own; those of processes that are gone stay as long as the key is in use.
local FIELDS = 64

if ARGV[3] ~= '' then
  record = ARGV[3]
  local left = tonumber(ARGV[4]) - nowMs
  -- A lease that has run out while the key was looked up is worth nothing any more.
  if left > 0 then
    if redis.call('HLEN', KEYS[2]) >= FIELDS then
      redis.call('DEL', KEYS[2])
    end
    redis.call('HSET', KEYS[2], ARGV[2], record)
    if redis.call('PTTL', KEYS[2]) < left then
      redis.call('PEXPIREAT', KEYS[2], ARGV[4])
    end
  end
elseif KEYS[2] then
  record = redis.call('HGET', KEYS[2], ARGV[2])
  -- The fields live as long as the longest lease of them: each says itself when it ends.
  if not record or nowMs >= tonumber(string.match(record, '^%d+') or 0) then
    return { nowMs, false, 0, 0, 0 }
  end
end

-- A ring of one bucket per second. 60 seconds touch up to 61 of them: counting all 61 keeps "at most N in any 60 s" exact.
local BUCKETS = 61
local window = KEYS[1]
local head = redis.call('HMGET', window, 'second', 'total')
local last, total = tonumber(head[1]), tonumber(head[2])

if not last or math.abs(now - last) >= BUCKETS then
  redis.call('DEL', window)
  redis.call('HSET', window, 'second', now)
  redis.call('EXPIRE', window, BUCKETS + 1)
  total = 0
elseif now > last then
  local gone = {}
  for second = last + 1, now do
    gone[#gone + 1] = second % BUCKETS
  end
  for _, count in ipairs(redis.call('HMGET', window, unpack(gone))) do
    total = total - (tonumber(count) or 0)
  end
  redis.call('HDEL', window, unpack(gone))
  redis.call('HSET', window, 'second', now, 'total', total)
  redis.call('EXPIRE', window, BUCKETS + 1)
else
  -- The clock went back a little (another Redis took over): stay in the newest bucket.
  now = last
end

if total < limit then
  redis.call('HINCRBY', window, now % BUCKETS, 1)
  redis.call('HINCRBY', window, 'total', 1)
  return { nowMs, record, 1, limit - total - 1, 0 }
end
for age = BUCKETS - 1, 0, -1 do
  if redis.call('HEXISTS', window, (now - age) % BUCKETS) == 1 then
    return { nowMs, record, 0, 0, BUCKETS - age }
  end
end
return { nowMs, record, 0, 0, 1 }
