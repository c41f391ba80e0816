-- KEYS[1] rate window, KEYS[2] key record (absent when only the window is asked; both share a hash tag)
-- ARGV[1] requests per window, ARGV[2] field of the record, ARGV[3] what to store there first ('' when
-- nothing), ARGV[4] its expiry in Unix ms
-- ARGV[5] seconds of a bucket (a window is as long as 60 of them), ARGV[6] 'restore' to give the newest
-- request back instead of counting one
-- Answers {Redis' time in ms, record or false, 1 if the request is allowed, requests left, seconds until one
-- is allowed}.

local clock = redis.call('TIME')
local seconds = tonumber(clock[1])
local nowMs = seconds * 1000 + math.floor(tonumber(clock[2]) / 1000)
local limit = tonumber(ARGV[1])
local record = false

-- As many fields as there may be gateways with a secret of their own; those of processes that are gone stay
-- as long as the key is in use.
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

-- A ring of buckets, of a second each or of a minute. 60 seconds touch up to 61 of them: counting all 61
-- keeps "at most N in any 60 s" exact.
local BUCKETS = 61
local bucketSeconds = tonumber(ARGV[5])
local lifetime = (BUCKETS + 1) * bucketSeconds
local now = math.floor(seconds / bucketSeconds)
local window = KEYS[1]
local head = redis.call('HMGET', window, 'second', 'total')
local last, total = tonumber(head[1]), tonumber(head[2])

if not last or math.abs(now - last) >= BUCKETS then
  redis.call('DEL', window)
  redis.call('HSET', window, 'second', now)
  redis.call('EXPIRE', window, lifetime)
  total = 0
elseif now > last then
  local gone = {}
  for bucket = last + 1, now do
    gone[#gone + 1] = bucket % BUCKETS
  end
  for _, count in ipairs(redis.call('HMGET', window, unpack(gone))) do
    total = total - (tonumber(count) or 0)
  end
  redis.call('HDEL', window, unpack(gone))
  redis.call('HSET', window, 'second', now, 'total', total)
  redis.call('EXPIRE', window, lifetime)
else
  -- The clock went back a little (another Redis took over): stay in the newest bucket.
  now, seconds = last, math.max(seconds, last * bucketSeconds)
end

if ARGV[6] == 'restore' then
  -- An empty window is as none: what strangers send must not stay for an hour when nothing came of it.
  if total <= 1 then
    redis.call('DEL', window)
    return { nowMs, record, 1, limit, 0 }
  end
  for age = 0, BUCKETS - 1 do
    local bucket = (now - age) % BUCKETS
    local count = tonumber(redis.call('HGET', window, bucket) or 0)
    if count > 0 then
      redis.call('HINCRBY', window, 'total', -1)
      if count == 1 then redis.call('HDEL', window, bucket) else redis.call('HINCRBY', window, bucket, -1) end
      return { nowMs, record, 1, limit - total + 1, 0 }
    end
  end
end

if total < limit then
  redis.call('HINCRBY', window, now % BUCKETS, 1)
  redis.call('HINCRBY', window, 'total', 1)
  return { nowMs, record, 1, limit - total - 1, 0 }
end
for age = BUCKETS - 1, 0, -1 do
  if redis.call('HEXISTS', window, (now - age) % BUCKETS) == 1 then
    return { nowMs, record, 0, 0, (now + BUCKETS - age) * bucketSeconds - seconds }
  end
end
return { nowMs, record, 0, 0, 1 }
