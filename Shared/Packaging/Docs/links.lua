-- Rewrites the links of a page of the repository for the site, where pages are HTML and lie elsewhere.
--
-- Variables: SOURCE, the path of the page in the repository; TARGET, its path in the site; SITE, a file with lines
-- "path in the repository <tab> path in the site". Links to other files of the repository become plain text.

local source, target = os.getenv("SOURCE"), os.getenv("TARGET")
local site = {}
for line in io.lines(os.getenv("SITE")) do
    local from, to = line:match("^(.-)\t(.+)$")
    site[from] = to
end

local function parts(path)
    local list = {}
    for part in path:gmatch("[^/]+") do table.insert(list, part) end
    return list
end

-- Resolves a link of the page to a path in the repository.
local function resolve(link)
    local path = parts(source)
    table.remove(path)
    for _, part in ipairs(parts(link)) do
        if part == ".." then table.remove(path) elseif part ~= "." then table.insert(path, part) end
    end
    return table.concat(path, "/")
end

-- Returns the way from the page to another file of the site.
local function way(to)
    local here, there = parts(target), parts(to)
    table.remove(here)
    while #here > 0 and #there > 1 and here[1] == there[1] do
        table.remove(here, 1)
        table.remove(there, 1)
    end
    return string.rep("../", #here) .. table.concat(there, "/")
end

-- Returns the link in the site; nil when the site has no such file.
local function rewritten(link)
    if link == "" or link:match("^#") or link:match("^%a[%w+.-]*:") then return link end
    local path, anchor = link:match("^([^#]*)(.*)$")
    local to = site[resolve(path)]
    return to and way(to) .. anchor
end

local function raw(element)
    if element.format ~= "html" then return nil end
    element.text = element.text:gsub('(%s)(%w+)="([^"]*)"', function(space, name, link)
        if name ~= "src" and name ~= "srcset" and name ~= "href" then return nil end
        return space .. name .. '="' .. (rewritten(link) or link) .. '"'
    end)
    return element
end

return {
    {
        Link = function(link)
            local to = rewritten(link.target)
            if not to then return link.content end
            link.target = to
            return link
        end,
        Image = function(image)
            image.src = rewritten(image.src) or image.src
            return image
        end,
        RawBlock = raw,
        RawInline = raw,
    },
}
